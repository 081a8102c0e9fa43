"""Names of months, weekdays, units of time and currencies in 37 languages; without case.

Made from the locale data of babel (Unicode CLDR) by tools/locale_names.py: do not edit.

ar bg ca cs da de el en es et fi fr he hi hu id is it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk vi zh
"""

MONTHS = {
    "1": "enero|gener|gennaio|ianuarie|jaanuar|janeiro|januar|januari|january|január|januára|janvier|janvāris|janúar|jänner|leden|ledna|ocak|sausio|sausis|siječanj|siječnja|styczeń|stycznia|tammikuu|tammikuuta|ιανουάριοσ|ιανουαρίου|січень|січня|январь|января|януари|јануар|ינואר|كانون الثاني|يناير|जनवरी|มกราคม|一月",
    "2": "febbraio|febrer|febrero|februar|februari|februarie|february|február|februára|februāris|febrúar|fevereiro|février|helmikuu|helmikuuta|lutego|luty|vasario|vasaris|veebruar|veljača|veljače|únor|února|şubat|φεβρουάριοσ|φεβρουαρίου|лютий|лютого|фебруар|февраль|февраля|февруари|פברואר|شباط|فبراير|फ़रवरी|กุมภาพันธ์|二月",
    "3": "březen|března|kovas|kovo|maaliskuu|maaliskuuta|maart|marca|march|marec|maret|mars|mart|martie|marts|marzec|marzo|març|março|március|märts|märz|ožujak|ožujka|μάρτιοσ|μαρτίου|березень|березня|март|марта|מרץ|آذار|مارس|मार्च|มีนาคม|三月",
    "4": "abril|april|aprile|aprilie|aprill|apríl|apríla|aprīlis|avril|balandis|balandžio|duben|dubna|huhtikuu|huhtikuuta|kwiecień|kwietnia|nisan|travanj|travnja|április|απρίλιοσ|απριλίου|апрель|апреля|април|квітень|квітня|אפריל|أبريل|نيسان|अप्रैल|เมษายน|四月",
    "5": "gegužė|gegužės|květen|května|maggio|mai|maig|maijs|maio|maj|maja|may|mayo|mayıs|maí|mei|máj|mája|május|svibanj|svibnja|toukokuu|toukokuuta|μάιοσ|μαΐου|май|мая|мај|травень|травня|מאי|أيار|مايو|मई|พฤษภาคม|五月",
    "6": "birželio|birželis|czerwca|czerwiec|giugno|haziran|iunie|juin|jun|june|junho|juni|junij|junio|juny|juuni|jún|júna|június|júní|jūnijs|kesäkuu|kesäkuuta|lipanj|lipnja|červen|června|ιουνίου|ιούνιοσ|июнь|июня|червень|червня|юни|јун|יוני|حزيران|يونيو|जून|มิถุนายน|六月",
    "7": "heinäkuu|heinäkuuta|iulie|juillet|jul|julho|juli|julij|julio|juliol|july|juuli|júl|júla|július|júlí|jūlijs|liepa|liepos|lipca|lipiec|luglio|srpanj|srpnja|temmuz|července|červenec|ιουλίου|ιούλιοσ|июль|июля|липень|липня|юли|јул|יולי|تموز|يوليو|जुलाई|กรกฎาคม|七月",
    "8": "agost|agosto|agustus|août|august|augusta|augusti|augusts|augustus|augusztus|avgust|ağustos|elokuu|elokuuta|kolovoz|kolovoza|rugpjūtis|rugpjūčio|sierpień|sierpnia|srpen|srpna|ágúst|αυγούστου|αύγουστοσ|август|августа|серпень|серпня|אוגוסט|آب|أغسطس|अगस्त|สิงหาคม|八月",
    "9": "eylül|rugsėjis|rugsėjo|rujan|rujna|septembar|september|septembra|septembre|septembrie|septembris|septiembre|setembre|setembro|settembre|syyskuu|syyskuuta|szeptember|wrzesień|września|září|σεπτέμβριοσ|σεπτεμβρίου|вересень|вересня|сентябрь|сентября|септембар|септември|ספטמבר|أيلول|سبتمبر|सितंबर|กันยายน|九月",
    "10": "ekim|lokakuu|lokakuuta|october|octobre|octombrie|octubre|oktobar|oktober|oktobris|oktoober|október|októbra|ottobre|outubro|październik|października|spalio|spalis|říjen|října|οκτωβρίου|οκτώβριοσ|жовтень|жовтня|октобар|октомври|октябрь|октября|אוקטובר|أكتوبر|تشرين الأول|अक्टूबर|ตุลาคม|十月",
    "11": "kasım|lapkritis|lapkričio|listopad|listopada|listopadu|marraskuu|marraskuuta|noiembrie|novembar|november|novembra|novembre|novembris|novembro|noviembre|nóvember|studeni|studenoga|νοέμβριοσ|νοεμβρίου|листопад|листопада|новембар|ноември|ноябрь|ноября|נובמבר|تشرين الثاني|نوفمبر|नवंबर|พฤศจิกายน|十一月",
    "12": "aralık|decembar|december|decembra|decembrie|decembris|desember|desembre|detsember|dezember|dezembro|dicembre|diciembre|décembre|grudnia|grudzień|gruodis|gruodžio|joulukuu|joulukuuta|prosinac|prosinca|prosince|prosinec|δεκέμβριοσ|δεκεμβρίου|грудень|грудня|декабрь|декабря|декември|децембар|דצמבר|ديسمبر|كانون الأول|दिसंबर|ธันวาคม|十二月",
}
"""The full names of each month."""

SHORT_MONTHS = {
    "1": "ene|gen|ian|jaan|jan|janv|jän|led|oca|saus|sij|sty|tammi|ιαν|січ|янв|яну|јан|ינו׳|जन॰|ม.ค",
    "2": "feb|febr|fev|févr|helmi|lut|vas|veebr|velj|úno|şub|φεβ|лют|феб|фев|февр|פבר׳|फ़र॰|ก.พ",
    "3": "bře|kov|maalis|mar|mrt|márc|mär|ožu|μάρ|μαρ|бер|мар|มี.ค",
    "4": "abr|apr|avr|bal|dub|huhti|kwi|nis|tra|ápr|απρ|апр|квіт|אפר׳|เม.ย",
    "5": "geg|kvě|mag|svi|touko|μάι|μαΐ|трав|พ.ค",
    "6": "birž|cze|giu|haz|iun|jūn|kesä|čvn|ιουν|ιούν|июн|черв|มิ.ย",
    "7": "heinä|iul|juil|jūl|liep|lip|lug|tem|čvc|ιουλ|ιούλ|июл|лип|जुल॰|ก.ค",
    "8": "ag|ago|agu|aug|avg|ağu|elo|kol|rugp|sie|srp|ágú|αυγ|αύγ|авг|серп|אוג׳|अग॰|ส.ค",
    "9": "eyl|rugs|ruj|sep|sept|set|syys|szept|wrz|zář|σεπ|вер|сент|сеп|ספט׳|सित॰|ก.ย",
    "10": "eki|loka|oct|okt|ott|out|paź|spal|říj|οκτ|жовт|окт|אוק׳|अक्टू॰|ต.ค",
    "11": "kas|lapkr|lis|marras|nov|nóv|stu|νοέ|νοε|лист|нов|ное|нояб|נוב׳|नव॰|พ.ย",
    "12": "ara|dec|des|dets|dez|dic|déc|gru|gruod|joulu|pro|δεκ|груд|дек|дец|דצמ׳|दिस॰|ธ.ค",
}
"""The short names of each month."""

WEEKDAYS = "antradienis|ceturtdiena|chủ nhật|csütörtök|cuma|cumartesi|czwartek|dienstag|dijous|dilluns|dimanche|dimarts|dimecres|dinsdag|dissabte|diumenge|divendres|domenica|domingo|donderdag|donnerstag|duminică|esmaspäev|fimmtudagur|fredag|freitag|friday|föstudagur|giovedì|hétfő|jeudi|joi|jueves|jumat|kamis|kedd|keskiviikko|keskiviikkona|ketvirtadienis|kolmapäev|lauantai|lauantaina|laugardagur|laupäev|lundi|lunedì|lunes|luni|lördag|lørdag|maanantai|maanantaina|maandag|mandag|mardi|martedì|martes|marți|mercoledì|mercredi|miercuri|minggu|mittwoch|miércoles|miðvikudagur|monday|montag|mánudagur|måndag|nedelja|nedeľa|neděle|neljapäev|niedziela|onsdag|otrdiena|pazar|pazartesi|penktadienis|perjantai|perjantaina|perşembe|petak|petek|piatok|piektdiena|pirmadienis|pirmdiena|piątek|pondelok|pondělí|ponedeljak|ponedeljek|poniedziałek|pátek|péntek|pühapäev|quarta-feira|quinta-feira|rabu|reede|sabato|sabtu|salı|samedi|samstag|saturday|segunda-feira|sekmadienis|selasa|senin|sestdiena|sexta-feira|sobota|sonntag|sreda|streda|středa|subota|sunday|sunnudagur|sunnuntai|svētdiena|szerda|szombat|sábado|sâmbătă|söndag|søndag|teisipäev|terça-feira|thursday|thứ ba|thứ bảy|thứ hai|thứ năm|thứ sáu|thứ tư|tiistai|tiistaina|tirsdag|tisdag|torek|torsdag|torstai|torstaina|trečiadienis|trešdiena|tuesday|utorak|utorok|vasárnap|vendredi|venerdì|viernes|vineri|vrijdag|wednesday|woensdag|wtorek|zaterdag|zondag|çarşamba|úterý|þriðjudagur|četrtek|četvrtak|čtvrtek|środa|šeštadienis|štvrtok|δευτέρα|κυριακή|πέμπτη|παρασκευή|σάββατο|τετάρτη|τρίτη|воскресенье|вторник|вівторок|неделя|недеља|неділя|пʼятниця|петак|петък|понеделник|понедельник|понедељак|понеділок|пятница|середа|среда|сряда|суббота|субота|събота|уторак|четвер|четверг|четвртак|четвъртък|יום חמישי|יום ראשון|יום רביעי|יום שבת|יום שישי|יום שלישי|יום שני|الأحد|الأربعاء|الاثنين|الثلاثاء|الجمعة|الخميس|السبت|गुरुवार|बुधवार|मंगलवार|रविवार|शनिवार|शुक्रवार|सोमवार|วันจันทร์|วันพฤหัสบดี|วันพุธ|วันศุกร์|วันอังคาร|วันอาทิตย์|วันเสาร์|土曜日|日曜日|星期一|星期三|星期二|星期五|星期六|星期四|星期日|月曜日|木曜日|水曜日|火曜日|金曜日|금요일|목요일|수요일|월요일|일요일|토요일|화요일"
SHORT_WEEKDAYS = "an|ceturtd|cmt|cn|cs|cum|czw|dc|dg|di|dim|dj|dl|do|dom|ds|dt|dum|dv|fim|fr|fre|fri|fös|gio|jeu|joi|jue|jum|kam|ke|kt|la|lau|lun|lör|lør|ma|man|mar|mer|mi|mie|min|mié|mið|mo|mon|mán|mån|ne|ned|niedz|ons|otrd|paz|pe|per|pet|pi|piektd|pirmd|pn|po|pon|pr|pt|pzt|pá|qua|qui|rab|sa|sab|sal|sam|sat|seg|sel|sen|sestd|sex|sk|so|sob|sre|st|su|sub|sun|svētd|sze|szo|sáb|sâm|sön|søn|ter|th 2|th 3|th 4|th 5|th 6|th 7|thu|ti|tir|tirs|tis|to|tor|tors|tr|trešd|tue|ut|uto|ven|vie|vin|vr|wed|wo|wt|za|zo|çar|út|þri|čet|čt|śr|št|δευ|κυρ|πέμ|παρ|σάβ|τετ|τρί|вс|вт|нд|нед|пет|пн|пон|пт|сб|ср|сре|суб|уто|чет|чт|יום א׳|יום ב׳|יום ג׳|יום ד׳|יום ה׳|יום ו׳|שבת|الأحد|الأربعاء|الاثنين|الثلاثاء|الجمعة|الخميس|السبت|गुरु|बुध|मंगल|रवि|शनि|शुक्र|सोम|พฤ|อา|周一|周三|周二|周五|周六|周四|周日"

UNITS = {
    "second": "c|detik|dtk|giây|mp|másodperc|s|saniye|sec|second|seconde|seconden|secondes|secondi|secondo|seconds|secunde|secundă|segon|segons|segundo|segundos|sek|sekund|sekunda|sekunde|sekunden|sekunder|sekundes|sekundi|sekundit|sekundy|sekundė|sekundės|sekunti|sekuntia|sekúnd|sekúnda|sekúndur|sn|δ|δευτ|δευτερόλεπτα|δευτερόλεπτο|с|сек|секунд|секунда|секунде|секунди|секунды|שניה|שניות|שנ׳|שתי שניות|ث|ثانية|ثانيتان|ثوان|से|सेकंड|से॰|วิ|วินาที|秒|秒钟|초",
    "minute": "dakika|dk|m|menit|min|minut|minuta|minute|minuten|minuter|minutes|minuti|minutit|minuto|minutos|minuts|minutt|minutter|minuty|minutė|minutės|minuut|minuutti|minuuttia|minút|minúta|minúty|minūte|minūtes|mnt|mín|mínúta|mínútur|perc|phút|λ|λεπτά|λεπτό|м|мин|минут|минута|минути|минуты|х|хв|хвилин|хвилина|хвилини|דקה|דקות|דק׳|שתי דקות|د|دقائق|دقيقة|دقيقتان|मि|मिनट|मि॰|นาที|分|分钟|분",
    "hour": "giờ|godz|godzin|godzina|godziny|h|heure|heures|hodin|hodina|hodiny|hodín|hora|horas|hores|hour|hours|jam|klst|klukkustund|klukkustundir|ora|ore|oră|sa|saat|st|std|stunda|stundas|stunde|stunden|tim|time|timer|timmar|timme|tund|tundi|tunti|tuntia|ur|ura|ure|uri|uur|val|valanda|valandos|ó|óra|ώ|ώρα|ώρεσ|г|год|годин|година|години|сат|сата|сати|ч|час|часа|часов|שעה|שעות|שעתיים|שע׳|س|ساعات|ساعة|ساعتان|घं|घंटा|घंटे|घं॰|ชม|ชั่วโมง|小时|時間|시간",
    "day": "d|dag|dagar|dage|dagen|dagur|dan|day|days|den|deň|dia|dias|diena|dienas|dienos|dies|dne|dneva|dni|dnia|dny|dní|dnů|dygn|dzień|día|días|døgn|dňa|g|gg|giorni|giorno|gün|hari|jour|jours|nap|ngày|pv|päev|päeva|päivä|päivää|tag|tage|tg|z|zi|zile|ööpäev|ööpäeva|η|ημέρα|ημέρεσ|д|дан|дана|ден|день|дн|дней|дни|дня|дні|днів|יום|יומיים|ימים|ימ׳|י׳|أيام|ي|يوم|يومان|दि|दिन|วัน|天|日|일",
    "week": "hafta|hf|hét|mgg|minggu|n|ned|nedēļa|nedēļas|näd|nädal|nädalat|sav|savaitė|savaitės|sem|semaine|semaines|semana|semanas|setm|setmana|setmanes|sett|settimana|settimane|săpt|săptămâni|săptămână|teden|tedna|tedni|tednov|tuần|tydz|tydzień|tyg|tygodni|tygodnia|tygodnie|týd|týden|týdne|týdny|týdnů|týž|týždeň|týždne|týždňa|týždňov|uge|uger|uke|uker|v|vecka|veckor|viikko|viikkoa|vika|vikur|vk|w|week|weeks|weken|wk|wkn|wks|wo|woche|wochen|ε|εβδ|εβδομάδα|εβδομάδεσ|н|нед|недели|недель|неделя|недеља|недеље|седм|седмица|седмици|т|тиж|тиждень|тижня|тижні|тижнів|שבוע|שבועות|שבועיים|ש′|أ|أسابيع|أسبوع|أسبوعان|सप्ताह|สัปดาห์|周|週間|주",
}
"""The names of units of time."""

CURRENCIES = {
    "USD": "$ us|$us|abd doları|americké dolary|americké doláre|amerického dolaru|amerického dolára|americký dolar|americký dolár|amerických dolarů|amerických dolárov|amerikaanse dollar|amerikansk dollar|amerikanska dollar|amerikanske dollar|ameriška dolarja|ameriški dolar|ameriški dolarji|ameriških dolarjev|asv dolāri|asv dolārs|bandaríkjadalir|bandaríkjadalur|dolar american|dolar amerika serikat|dolar amerykański|dolara amerykańskiego|dolari americani|dolary amerykańskie|dolarów amerykańskich|dollar des états-unis|dollari statunitensi|dollaro statunitense|dollars des états-unis|dòlar dels estats units|dòlars dels estats units|dólar americano|dólar dos estados unidos|dólar estadounidense|dólares americanos|dólares dos estados unidos|dólares estadounidenses|jav doleriai|jav dolerio|jav doleris|us dollar|us dollars|us$|us-dollar|usa dollar|usa dollarit|usa-dollár|yhdysvaltain dollari|yhdysvaltain dollaria|đô la mỹ|δολάρια ηπα|δολάριο ηπα|америчка долара|амерички долар|америчких долара|долар сша|долара сша|долари сша|доларів сша|доллар сша|доллара сша|долларов сша|щ.д|щатски долар|щатски долара|דולר אמריקאי|دولار أمريكي|यूएस डॉलर|ดอลลาร์สหรัฐ|米ドル|美元|미국 달러",
    "EUR": "eiro|eura|eurai|euras|euro|euroa|euros|eurot|eurá|euró|evra|evri|evro|evrov|evrur|ευρώ|евра|евро|євро|אירו|يورو|यूरो|ยูโร|€|ユーロ|欧元|歐元|유로",
    "GBP": "angol font|britanska funta|britanski funt|britanski funti|britanskih funtov|britische pfund|britisches pfund|british pound|british pounds|britisk pund|britiske pund|britse pond|britskej libry|britská libra|britské libry|britských liber|britských libier|brittiska pund|brittiskt pund|bảng anh|didžiosios britanijos svarai|didžiosios britanijos svaras|didžiosios britanijos svaro|englannin punta|englannin puntaa|funt szterling|funta szterlinga|funty szterlingi|funtów szterlingów|i̇ngiliz sterlini|libra esterlina|libra esterlina britânica|libras esterlinas|libras esterlinas britânicas|lielbritānijas mārciņa|lielbritānijas mārciņas|lire sterline|liră sterlină|livre sterling|livres sterling|lliura esterlina|lliures esterlines|pound inggris|sterlina britannica|sterline britanniche|sterlingspund|suurbritannia naelsterling|suurbritannia naelsterlingit|uk£|£|£gb|λίρα στερλίνα βρετανίασ|λίρεσ στερλίνεσ βρετανίασ|англійський фунт|англійських фунтів|англійського фунта|англійські фунти|британска лира|британска фунта|британске фунте|британски лири|британский фунт стерлингов|британских фунта стерлингов|британских фунти|британских фунтов стерлингов|британского фунта стерлингов|לירה שטרלינג|جنيه إسترليني|ब्रिटिश पाउंड स्टर्लिंग|ปอนด์สเตอร์ลิง (สหราชอาณาจักร)|英国ポンド|英鎊|英镑|영국 파운드",
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
    "RSD": "српска динара|српски динар|српских динара",
    "ISK": "íslensk króna|íslenskar krónur",
    "PHP": "philippine peso|philippine pesos|₱",
    "NGN": "nigerian naira|nigerian nairas|₦",
    "KES": "kenyan shilling|kenyan shillings|ksh",
}
"""Names and symbols that stand for one currency."""

SHARED_SYMBOLS = "$|kr|¥"
"""Names and symbols of several currencies."""
MORE_SYMBOLS = "$|$u|a$|ar$|au$|bds$|bn$|bz$|c$|ca$|cl$|cn¥|co$|cuc$|cv$|dinara|euro|gh₵|hk$|j$|kč|lb£|lei|mop$|mx$|n$|nt$|nz$|r$|rd$|rp|s$|sy£|t$|tt$|us$|ws$|z$|zł|£|¥|ƒ|грн|дин|динар|лв|ман|р|руб|тңг|դր|֏|؋|تومان|ج.م|جنيه|د.أ|د.إ|د.ب|د.ت|د.ج|د.ع|د.ك|د.ل|د.م|درهم|ر.س|ر.ع|ر.ق|ر.ي|ريال|ل.س|ل.ل|ރ|नेरू|টকা|৲|৳|૱|௹|฿|៛|₠|₡|₢|₣|₤|₦|₧|₨|₩|₪|₫|€|₭|₮|₯|₰|₱|₲|₳|₴|₶|₷|₸|₹|₺|₼|₽|₾|₿|ℳ|﷼|￥"
"""Symbols and abbreviations that price-parser is sure of."""
