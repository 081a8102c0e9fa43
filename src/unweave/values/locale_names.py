"""Names of months, weekdays, units of time and currencies in 32 languages; without case.

Made from the locale data of babel (Unicode CLDR) by tools/locale_names.py: do not edit.

ar bg ca cs da de el en es fi fr he hi hu id it ja ko nb nl pl pt ro ru sk sl sv th tr uk vi zh
"""

MONTHS = {
    "1": "enero|gener|gennaio|ianuarie|janeiro|januar|januari|january|január|januára|janvier|leden|ledna|ocak|styczeń|stycznia|tammikuu|tammikuuta|ιανουάριοσ|ιανουαρίου|січень|січня|январь|января|януари|ינואר|يناير|जनवरी|มกราคม|一月",
    "2": "febbraio|febrer|febrero|februar|februari|februarie|february|február|februára|fevereiro|février|helmikuu|helmikuuta|lutego|luty|únor|února|şubat|φεβρουάριοσ|φεβρουαρίου|лютий|лютого|февраль|февраля|февруари|פברואר|فبراير|फ़रवरी|กุมภาพันธ์|二月",
    "3": "březen|března|maaliskuu|maaliskuuta|maart|marca|march|marec|maret|mars|mart|martie|marts|marzec|marzo|març|março|március|märz|μάρτιοσ|μαρτίου|березень|березня|март|марта|מרץ|مارس|मार्च|มีนาคม|三月",
    "4": "abril|april|aprile|aprilie|apríl|apríla|avril|duben|dubna|huhtikuu|huhtikuuta|kwiecień|kwietnia|nisan|április|απρίλιοσ|απριλίου|апрель|апреля|април|квітень|квітня|אפריל|أبريل|अप्रैल|เมษายน|四月",
    "5": "květen|května|maggio|mai|maig|maio|maj|maja|may|mayo|mayıs|mei|máj|mája|május|toukokuu|toukokuuta|μάιοσ|μαΐου|май|мая|травень|травня|מאי|مايو|मई|พฤษภาคม|五月",
    "6": "czerwca|czerwiec|giugno|haziran|iunie|juin|june|junho|juni|junij|junio|juny|jún|júna|június|kesäkuu|kesäkuuta|červen|června|ιουνίου|ιούνιοσ|июнь|июня|червень|червня|юни|יוני|يونيو|जून|มิถุนายน|六月",
    "7": "heinäkuu|heinäkuuta|iulie|juillet|julho|juli|julij|julio|juliol|july|júl|júla|július|lipca|lipiec|luglio|temmuz|července|červenec|ιουλίου|ιούλιοσ|июль|июля|липень|липня|юли|יולי|يوليو|जुलाई|กรกฎาคม|七月",
    "8": "agost|agosto|agustus|août|august|augusta|augusti|augustus|augusztus|avgust|ağustos|elokuu|elokuuta|sierpień|sierpnia|srpen|srpna|αυγούστου|αύγουστοσ|август|августа|серпень|серпня|אוגוסט|أغسطس|अगस्त|สิงหาคม|八月",
    "9": "eylül|september|septembra|septembre|septembrie|septiembre|setembre|setembro|settembre|syyskuu|syyskuuta|szeptember|wrzesień|września|září|σεπτέμβριοσ|σεπτεμβρίου|вересень|вересня|сентябрь|сентября|септември|ספטמבר|سبتمبر|सितंबर|กันยายน|九月",
    "10": "ekim|lokakuu|lokakuuta|october|octobre|octombrie|octubre|oktober|október|októbra|ottobre|outubro|październik|października|říjen|října|οκτωβρίου|οκτώβριοσ|жовтень|жовтня|октомври|октябрь|октября|אוקטובר|أكتوبر|अक्टूबर|ตุลาคม|十月",
    "11": "kasım|listopad|listopada|listopadu|marraskuu|marraskuuta|noiembrie|november|novembra|novembre|novembro|noviembre|νοέμβριοσ|νοεμβρίου|листопад|листопада|ноември|ноябрь|ноября|נובמבר|نوفمبر|नवंबर|พฤศจิกายน|十一月",
    "12": "aralık|december|decembra|decembrie|desember|desembre|dezember|dezembro|dicembre|diciembre|décembre|grudnia|grudzień|joulukuu|joulukuuta|prosince|prosinec|δεκέμβριοσ|δεκεμβρίου|грудень|грудня|декабрь|декабря|декември|דצמבר|ديسمبر|दिसंबर|ธันวาคม|十二月",
}
"""The full names of each month."""

SHORT_MONTHS = {
    "1": "ene|gen|ian|jan|janv|led|oca|sty|tammi|ιαν|січ|янв|яну|ינו׳|जन॰|ม.ค",
    "2": "feb|febr|fev|févr|helmi|lut|úno|şub|φεβ|лют|фев|февр|פבר׳|फ़र॰|ก.พ",
    "3": "bře|maalis|mar|mrt|márc|mär|μάρ|μαρ|бер|мар|มี.ค",
    "4": "abr|apr|avr|dub|huhti|kwi|nis|ápr|απρ|апр|квіт|אפר׳|เม.ย",
    "5": "kvě|mag|touko|μάι|μαΐ|трав|พ.ค",
    "6": "cze|giu|haz|iun|jun|kesä|čvn|ιουν|ιούν|июн|черв|มิ.ย",
    "7": "heinä|iul|juil|jul|lip|lug|tem|čvc|ιουλ|ιούλ|июл|лип|जुल॰|ก.ค",
    "8": "ag|ago|agu|aug|avg|ağu|elo|sie|srp|αυγ|αύγ|авг|серп|אוג׳|अग॰|ส.ค",
    "9": "eyl|sep|sept|set|syys|szept|wrz|zář|σεπ|вер|сент|сеп|ספט׳|सित॰|ก.ย",
    "10": "eki|loka|oct|okt|ott|out|paź|říj|οκτ|жовт|окт|אוק׳|अक्टू॰|ต.ค",
    "11": "kas|lis|marras|nov|νοέ|νοε|лист|ное|нояб|נוב׳|नव॰|พ.ย",
    "12": "ara|dec|des|dez|dic|déc|gru|joulu|pro|δεκ|груд|дек|דצמ׳|दिस॰|ธ.ค",
}
"""The short names of each month."""

WEEKDAYS = "chủ nhật|csütörtök|cuma|cumartesi|czwartek|dienstag|dijous|dilluns|dimanche|dimarts|dimecres|dinsdag|dissabte|diumenge|divendres|domenica|domingo|donderdag|donnerstag|duminică|fredag|freitag|friday|giovedì|hétfő|jeudi|joi|jueves|jumat|kamis|kedd|keskiviikko|keskiviikkona|lauantai|lauantaina|lundi|lunedì|lunes|luni|lördag|lørdag|maanantai|maanantaina|maandag|mandag|mardi|martedì|martes|marți|mercoledì|mercredi|miercuri|minggu|mittwoch|miércoles|monday|montag|måndag|nedelja|nedeľa|neděle|niedziela|onsdag|pazar|pazartesi|perjantai|perjantaina|perşembe|petek|piatok|piątek|pondelok|pondělí|ponedeljek|poniedziałek|pátek|péntek|quarta-feira|quinta-feira|rabu|sabato|sabtu|salı|samedi|samstag|saturday|segunda-feira|selasa|senin|sexta-feira|sobota|sonntag|sreda|streda|středa|sunday|sunnuntai|szerda|szombat|sábado|sâmbătă|söndag|søndag|terça-feira|thursday|thứ ba|thứ bảy|thứ hai|thứ năm|thứ sáu|thứ tư|tiistai|tiistaina|tirsdag|tisdag|torek|torsdag|torstai|torstaina|tuesday|utorok|vasárnap|vendredi|venerdì|viernes|vineri|vrijdag|wednesday|woensdag|wtorek|zaterdag|zondag|çarşamba|úterý|četrtek|čtvrtek|środa|štvrtok|δευτέρα|κυριακή|πέμπτη|παρασκευή|σάββατο|τετάρτη|τρίτη|воскресенье|вторник|вівторок|неделя|неділя|пʼятниця|петък|понеделник|понедельник|понеділок|пятница|середа|среда|сряда|суббота|субота|събота|четвер|четверг|четвъртък|יום חמישי|יום ראשון|יום רביעי|יום שבת|יום שישי|יום שלישי|יום שני|الأحد|الأربعاء|الاثنين|الثلاثاء|الجمعة|الخميس|السبت|गुरुवार|बुधवार|मंगलवार|रविवार|शनिवार|शुक्रवार|सोमवार|วันจันทร์|วันพฤหัสบดี|วันพุธ|วันศุกร์|วันอังคาร|วันอาทิตย์|วันเสาร์|土曜日|日曜日|星期一|星期三|星期二|星期五|星期六|星期四|星期日|月曜日|木曜日|水曜日|火曜日|金曜日|금요일|목요일|수요일|월요일|일요일|토요일|화요일"
SHORT_WEEKDAYS = "cmt|cn|cs|cum|czw|dc|dg|di|dim|dj|dl|do|dom|ds|dt|dum|dv|fr|fre|fri|gio|jeu|joi|jue|jum|kam|ke|la|lun|lör|lør|ma|man|mar|mer|mi|mie|min|mié|mo|mon|mån|ne|ned|niedz|ons|paz|pe|per|pet|pi|po|pon|pt|pzt|pá|qua|qui|rab|sa|sab|sal|sam|sat|seg|sel|sen|sex|so|sob|sre|st|su|sun|sze|szo|sáb|sâm|sön|søn|ter|th 2|th 3|th 4|th 5|th 6|th 7|thu|ti|tir|tirs|tis|to|tor|tors|tue|ut|ven|vie|vin|vr|wed|wo|wt|za|zo|çar|út|čet|čt|śr|št|δευ|κυρ|πέμ|παρ|σάβ|τετ|τρί|вс|вт|нд|пн|пт|сб|ср|чт|יום א׳|יום ב׳|יום ג׳|יום ד׳|יום ה׳|יום ו׳|שבת|الأحد|الأربعاء|الاثنين|الثلاثاء|الجمعة|الخميس|السبت|गुरु|बुध|मंगल|रवि|शनि|शुक्र|सोम|พฤ|อา|周一|周三|周二|周五|周六|周四|周日"

UNITS = {
    "second": "c|detik|dtk|giây|mp|másodperc|s|saniye|sec|second|seconde|seconden|secondes|secondi|secondo|seconds|secunde|secundă|segon|segons|segundo|segundos|sek|sekund|sekunda|sekunde|sekunden|sekunder|sekundi|sekundy|sekunti|sekuntia|sekúnd|sn|δ|δευτ|δευτερόλεπτα|δευτερόλεπτο|с|сек|секунд|секунда|секунди|секунды|שניה|שניות|שנ׳|שתי שניות|ث|ثانية|ثانيتان|ثوان|से|सेकंड|से॰|วิ|วินาที|秒|秒钟|초",
    "minute": "dakika|dk|m|menit|min|minut|minuta|minute|minuten|minuter|minutes|minuti|minuto|minutos|minuts|minutt|minutter|minuty|minuut|minuutti|minuuttia|minút|minúta|minúty|mnt|p|perc|phút|λ|λεπτά|λεπτό|мин|минут|минута|минути|минуты|х|хв|хвилин|хвилина|хвилини|דקה|דקות|דק׳|שתי דקות|د|دقائق|دقيقة|دقيقتان|मि|मिनट|मि॰|นาที|分|分钟|분",
    "hour": "giờ|godz|godzin|godzina|godziny|h|heure|heures|hodin|hodina|hodiny|hodín|hora|horas|hores|hour|hours|jam|ora|ore|oră|sa|saat|std|stunde|stunden|tim|time|timer|timmar|timme|tunti|tuntia|ur|ura|ure|uri|uur|ó|óra|ώ|ώρα|ώρεσ|г|год|годин|година|години|ч|час|часа|часов|שעה|שעות|שעתיים|שע׳|س|ساعات|ساعة|ساعتان|घं|घंटा|घंटे|घं॰|ชม|ชั่วโมง|小时|時間|시간",
    "day": "d|dag|dage|dagen|dan|day|days|den|deň|dia|dias|dies|dne|dneva|dni|dnia|dny|dní|dnů|dygn|dzień|día|días|døgn|dňa|g|gg|giorni|giorno|gün|hari|jour|jours|nap|ngày|pv|päivä|päivää|tag|tage|tg|z|zi|zile|η|ημέρα|ημέρεσ|д|ден|день|дн|дней|дни|дня|дні|днів|יום|יומיים|ימים|ימ׳|י׳|أيام|ي|يوم|يومان|दि|दिन|วัน|天|日|일",
    "week": "hafta|hf|hét|mgg|minggu|sem|semaine|semaines|semana|semanas|setm|setmana|setmanes|sett|settimana|settimane|săpt|săptămâni|săptămână|teden|tedna|tedni|tednov|tuần|tydz|tydzień|tyg|tygodni|tygodnia|tygodnie|týd|týden|týdne|týdny|týdnů|týž|týždeň|týždne|týždňa|týždňov|uge|uger|uke|uker|v|vecka|veckor|viikko|viikkoa|vk|w|week|weeks|weken|wk|wkn|wks|wo|woche|wochen|ε|εβδ|εβδομάδα|εβδομάδεσ|н|нед|недели|недель|неделя|седм|седмица|седмици|т|тиж|тиждень|тижня|тижні|тижнів|שבוע|שבועות|שבועיים|ש′|أ|أسابيع|أسبوع|أسبوعان|सप्ताह|สัปดาห์|周|週間|주",
}
"""The names of units of time."""

CURRENCIES = {
    "USD": "$ us|$us|abd doları|americké dolary|americké doláre|amerického dolaru|amerického dolára|americký dolar|americký dolár|amerických dolarů|amerických dolárov|amerikaanse dollar|amerikansk dollar|amerikanska dollar|amerikanske dollar|ameriška dolarja|ameriški dolar|ameriški dolarji|ameriških dolarjev|dolar american|dolar amerika serikat|dolar amerykański|dolara amerykańskiego|dolari americani|dolary amerykańskie|dolarów amerykańskich|dollar des états-unis|dollari statunitensi|dollaro statunitense|dollars des états-unis|dòlar dels estats units|dòlars dels estats units|dólar americano|dólar dos estados unidos|dólar estadounidense|dólares americanos|dólares dos estados unidos|dólares estadounidenses|us dollar|us dollars|us$|us-dollar|usa-dollár|yhdysvaltain dollari|yhdysvaltain dollaria|đô la mỹ|δολάρια ηπα|δολάριο ηπα|долар сша|долара сша|долари сша|доларів сша|доллар сша|доллара сша|долларов сша|щ.д|щатски долар|щатски долара|דולר אמריקאי|دولار أمريكي|यूएस डॉलर|ดอลลาร์สหรัฐ|米ドル|美元|미국 달러",
    "EUR": "eura|euro|euroa|euros|eurá|euró|evra|evri|evro|evrov|ευρώ|евро|євро|אירו|يورو|यूरो|ยูโร|€|ユーロ|欧元|歐元|유로",
    "GBP": "angol font|britanska funta|britanski funt|britanski funti|britanskih funtov|britische pfund|britisches pfund|british pound|british pounds|britisk pund|britiske pund|britse pond|britskej libry|britská libra|britské libry|britských liber|britských libier|brittiska pund|brittiskt pund|bảng anh|englannin punta|englannin puntaa|funt szterling|funta szterlinga|funty szterlingi|funtów szterlingów|i̇ngiliz sterlini|libra esterlina|libra esterlina britânica|libras esterlinas|libras esterlinas britânicas|lire sterline|liră sterlină|livre sterling|livres sterling|lliura esterlina|lliures esterlines|pound inggris|sterlina britannica|sterline britanniche|uk£|£|£gb|λίρα στερλίνα βρετανίασ|λίρεσ στερλίνεσ βρετανίασ|англійський фунт|англійських фунтів|англійського фунта|англійські фунти|британска лира|британски лири|британский фунт стерлингов|британских фунта стерлингов|британских фунтов стерлингов|британского фунта стерлингов|לירה שטרלינג|جنيه إسترليني|ब्रिटिश पाउंड स्टर्लिंग|ปอนด์สเตอร์ลิง (สหราชอาณาจักร)|英国ポンド|英鎊|英镑|영국 파운드",
    "CAD": "ca$|canadian dollar|canadian dollars|dollar canadien|dollars canadiens",
    "AUD": "a$|australian dollar|australian dollars",
    "NZD": "new zealand dollar|new zealand dollars|nz$",
    "ZAR": "r|south african rand",
    "INR": "indian rupee|indian rupees|भारतीय रुपए|भारतीय रुपया|₹",
    "HKD": "hk$|hong kong dollar|hong kong dollars|港元",
    "SGD": "singapore dollar|singapore dollars",
    "CHF": "franc suisse|franchi svizzeri|franco svizzero|francs suisses|schweizer franken",
    "MXN": "mx$|peso mexicano|pesos mexicanos",
    "ARS": "peso argentino|pesos argentinos",
    "COP": "peso colombiano|pesos colombianos",
    "CLP": "peso chileno|pesos chilenos",
    "PEN": "s/|sol peruano|soles peruanos",
    "BRL": "r$|reais brasileiros|real brasileiro",
    "SEK": "svensk krona|svenska kronor",
    "DKK": "dansk krone|danske kroner",
    "NOK": "norsk krone|norske kroner",
    "PLN": "zł|złote polskie|złotego polskiego|złoty polski|złotych polskich",
    "CZK": "kč|česká koruna|české koruny|českých korun",
    "HUF": "ft|magyar forint",
    "RON": "lei românești|leu românesc",
    "BGN": "български лев|български лева|лв",
    "RUB": "российский рубль|российских рублей|российских рубля|российского рубля|₽",
    "UAH": "українська гривня|українських гривень|української гривні|українські гривні|₴",
    "TRY": "türk lirası|₺",
    "IDR": "rp|rupiah indonesia",
    "VND": "đồng việt nam|₫",
    "EGP": "ج.م|جنيه مصري|جنيهات مصرية|جنيهان مصريان",
    "SAR": "ر.س|ريال سعودي",
    "AED": "د.إ|درهم إماراتي",
    "JPY": "円|￥",
    "CNY": "cn¥|人民币",
    "TWD": "nt$|新台幣",
    "KRW": "₩|대한민국 원",
    "ILS": "שקל חדש|שקלים חדשים|₪",
    "THB": "บาทไทย|฿",
}
"""Names and symbols that stand for one currency."""

SHARED_SYMBOLS = "$|kr|¥"
"""Names and symbols of several currencies."""
MORE_SYMBOLS = "$|$u|a$|ar$|au$|bds$|bn$|bz$|c$|ca$|cl$|cn¥|co$|cuc$|cv$|dinara|euro|gh₵|hk$|j$|kč|lb£|lei|mop$|mx$|n$|nt$|nz$|r$|rd$|rp|s$|sy£|t$|tt$|us$|ws$|z$|zł|£|¥|ƒ|грн|дин|динар|лв|ман|р|руб|тңг|դր|֏|؋|تومان|ج.م|جنيه|د.أ|د.إ|د.ب|د.ت|د.ج|د.ع|د.ك|د.ل|د.م|درهم|ر.س|ر.ع|ر.ق|ر.ي|ريال|ل.س|ل.ل|ރ|नेरू|টকা|৲|৳|૱|௹|฿|៛|₠|₡|₢|₣|₤|₦|₧|₨|₩|₪|₫|€|₭|₮|₯|₰|₱|₲|₳|₴|₶|₷|₸|₹|₺|₼|₽|₾|₿|ℳ|﷼|￥"
"""Symbols and abbreviations that price-parser is sure of."""
