/**
 * Names of months, and their forms in dates, by language. Abbreviations are their beginnings, which `monthOf` accepts from three letters.
 */
const NAMES: readonly string[] = [
  // English, German with Austrian names, Spanish, French, Italian, Portuguese.
  'january february march april may june july august september october november december',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'jänner feber mrz april mai juni juli august september oktober november dezember',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'enero febrero marzo abril mayo junio julio agosto setiembre octubre noviembre diciembre',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  // Arabic: Egypt, the Levant, Algeria and Morocco.
  'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
  'كانون-الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين-الأول تشرين-الثاني كانون-الأول',
  'جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر',
  'يناير فبراير مارس إبريل ماي يونيو يوليوز غشت شتنبر أكتوبر نونبر دجنبر',
  // Hindi.
  'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर',
  'जन फ़र मार्च अप्रै मई जून जुल अग सित अक्टू नव दिस',
  'जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितम्बर अक्तूबर नवम्बर दिसम्बर',
];

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u093c\u0653-\u0655]/g, '')
    .toLowerCase()
    .replace(/[.\s-]/g, '');

const MONTHS: readonly (readonly [string, number])[] = NAMES.flatMap((line) =>
  line.split(' ').map((name, index): [string, number] => [plain(name), index + 1]),
);
const EXACT: ReadonlyMap<string, number> = new Map(MONTHS);
const LONGEST = 20;
/** Months of texts that were read before, as the cells of a column repeat their words. */
const known = new Map<string, number | null>();
const MOST_KNOWN = 1000;
/** Shortest abbreviation, in letters. */
const SHORTEST = 3;

/** Returns the number of a month by its name or abbreviation; null for other texts, and for the start of two months, such as `ju`. */
export function monthOf(text: string): number | null {
  // Before the normal form, which takes longer: no month has a longer name.
  if (text.length > LONGEST) return null;
  const earlier = known.get(text);
  if (earlier !== undefined) return earlier;
  if (known.size >= MOST_KNOWN) known.clear();
  const month = findMonth(text);
  known.set(text, month);
  return month;
}

function findMonth(text: string): number | null {
  const name = plain(text);
  const exact = EXACT.get(name);
  if (exact !== undefined) return exact;
  // Names of Arabic and Hindi are not abbreviated.
  if (name.length < SHORTEST || !/^[a-z]+$/.test(name)) return null;
  const found = new Set(MONTHS.filter(([month]) => month.startsWith(name)).map(([, month]) => month));
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}
