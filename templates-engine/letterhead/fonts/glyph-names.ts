/** Characters by glyph name, alternating, of glyphs that are not plain letters (Adobe Glyph List). */
const OTHERS = `exclam ! quotedbl " numbersign # dollar $ percent % ampersand & quotesingle ' quoteright ’ quoteleft ‘ parenleft (
parenright ) asterisk * plus + comma , hyphen - period . slash / zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 colon :
semicolon ; less < equal = greater > question ? at @ bracketleft [ backslash \\ bracketright ] asciicircum ^ underscore _ grave \` braceleft {
bar | braceright } asciitilde ~ endash – emdash — quotedblleft “ quotedblright ” quotedblbase „ quotesinglbase ‚ guillemotleft «
guillemotright » guilsinglleft ‹ guilsinglright › bullet • ellipsis … periodcentered · section § paragraph ¶ copyright © registered ®
trademark ™ degree ° minus − multiply × divide ÷ plusminus ± germandbls ß ae æ AE Æ oe œ OE Œ oslash ø Oslash Ø lslash ł Lslash Ł dotlessi ı
eth ð Eth Ð thorn þ Thorn Þ fi ﬁ fl ﬂ ff ﬀ ffi ﬃ ffl ﬄ Euro € sterling £ yen ¥ cent ¢ exclamdown ¡ questiondown ¿`;

const words = OTHERS.split(/\s/);
const NAMED = new Map(
  words.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, words[at + 1] ?? '']] : [])),
);

const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  breve: '\u0306',
  caron: '\u030c',
  cedilla: '\u0327',
  circumflex: '\u0302',
  commaaccent: '\u0326',
  dieresis: '\u0308',
  dotaccent: '\u0307',
  grave: '\u0300',
  hungarumlaut: '\u030b',
  macron: '\u0304',
  ogonek: '\u0328',
  ring: '\u030a',
  tilde: '\u0303',
};

/** Returns the character of a glyph by its name; null for an unknown name. */
export function characterNamed(name: string): string | null {
  if (name === 'space') return ' ';
  if (/^[A-Za-z]$/.test(name)) return name;
  const known = NAMED.get(name);
  if (known !== undefined) return known;
  const [, unit] = /^(?:uni|u)([0-9A-F]{4,5})$/.exec(name) ?? [];
  if (unit !== undefined) return String.fromCodePoint(Number.parseInt(unit, 16));
  const [, letter = '', accent = ''] = /^([A-Za-z])([a-z]+)$/.exec(name) ?? [];
  const mark = Object.hasOwn(ACCENTS, accent) ? ACCENTS[accent] : undefined;
  if (mark === undefined) return null;
  const character = `${letter}${mark}`.normalize('NFC');
  return [...character].length === 1 ? character : null;
}
