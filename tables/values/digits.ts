/** Zeros of the decimal digits that dates and numbers are written with: Arabic-Indic, Persian, Devanagari, full width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];

/** Returns a text with ASCII digits, separators and spaces instead of those of other scripts. */
export function asciiDigits(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code));
    })
    .replace(/[\u200e\u200f\u061c\u202a-\u202e]/g, '')
    .replace(/[／]/g, '/')
    .replace(/[．｡]/g, '.')
    .replace(/[－‐‑–−]/g, '-')
    .replaceAll('॰', '.')
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/[\u00a0\u202f\u2009\u3000]/g, ' ');
}
