// Small functions on texts: code points, hashes and tokens. The server counts code points, JavaScript UTF-16 units.

/** The number of code points before a UTF-16 offset. */
export function toPoints(text, offset) {
  let count = 0;
  for (let at = 0; at < offset; at += 1, count += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xdc00 && at + 1 < text.length) {
      const low = text.charCodeAt(at + 1);
      if (low >= 0xdc00 && low < 0xe000) at += 1;
    }
  }
  return count;
}

/** The UTF-16 offset of a number of code points. */
export function toUnits(text, points) {
  let at = 0;
  for (let count = 0; count < points && at < text.length; count += 1) {
    at += text.codePointAt(at) > 0xffff ? 2 : 1;
  }
  return at;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
const encoder = new TextEncoder();

/** The CRC-32 of a text's UTF-8 bytes: the server has the same number for the same text. */
export function crc32(text) {
  let value = 0xffffffff;
  for (const byte of encoder.encode(text)) value = (value >>> 8) ^ TABLE[(value ^ byte) & 0xff];
  return (value ^ 0xffffffff) >>> 0;
}

const isWord = (character) => /[\p{L}\p{N}\p{M}]/u.test(character);

/** The word (or the single other character) at a UTF-16 offset, as [start, end]; null in white space. */
export function tokenAt(text, offset) {
  for (const found of text.matchAll(/[\p{L}\p{N}\p{M}_]+|[^\s]/gu)) {
    if (found.index <= offset && offset <= found.index + found[0].length) {
      return [found.index, found.index + found[0].length];
    }
  }
  return null;
}

/** A part of a text, widened so that it does not cut through a word or a character. */
export function wholeWords(text, start, end) {
  const points = [...text];
  let from = toPoints(text, Math.min(start, end));
  let to = toPoints(text, Math.max(start, end));
  const isInside = (at) => at > 0 && at < points.length && isWord(points[at - 1]) && isWord(points[at]);
  while (from > 0 && isInside(from)) from -= 1;
  while (to < points.length && isInside(to)) to += 1;
  while (from < to && /\s/u.test(points[from])) from += 1;
  while (to > from && /\s/u.test(points[to - 1])) to -= 1;
  return [toUnits(text, from), toUnits(text, to)];
}

/** A text of at most so many characters. */
export const short = (text, most = 40) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** "1 value", "2 values". */
export const counted = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
