import { meaningOf, plainName } from './words.ts';

/** Share of the rows that decides whether a column has full names. */
const MOST = 0.9;

/**
 * Usual names of the columns with the parts of a person's name, one line per language in the order of the full name. Alternatives are
 * separated by spaces, and parts by `|`. A middle name has a `?`.
 */
const PARTS =
  `firstname firstnames givenname givennames forename first given|?middlename middle|lastname surname familyname last family name
  vorname vornamen rufname|nachname familienname zuname name
  prénom prénoms|nom nomdefamille nomdenaissance nomdusage
  nombre nombres nombredepila|primerapellido apellidopaterno apellidos apellido|?segundoapellido apellidomaterno
  nomepróprio primeironome nome nomes|?nomedomeio|últimonome sobrenome sobrenomes apelido apelidos
  nome|cognome
  voornaam roepnaam|?tussenvoegsel voorvoegsel|achternaam naam
  förnamn fornavn|?mellanavn mellomnavn|efternamn efternavn etternavn
  etunimi etunimet|sukunimi
  imię imiona|nazwisko
  jméno křestníjméno meno|příjmení priezvisko
  ime|prezime priimek
  prenume|nume numedefamilie
  ad adı isim|soyad soyadı soyisim
  όνομα|επώνυμο επίθετο
  الاسمالأول الاسم|اسمالعائلة اللقب الكنية العائلة
  पहलानाम प्रथमनाम|उपनाम कुलनाम
  שםפרטי|שםמשפחה
  ชื่อ ชื่อจริง|นามสกุล
  namadepan|namabelakang
  фамилия|имя|?отчество
  прізвище|імя|?побатькові
  vezetéknév családnév|keresztnév utónév
  họ|?tênđệm chữđệm|tên
  họvàtênđệm họvàđệm|tên
  姓 姓氏|名 名字
  姓 氏 苗字 名字|名
  성|이름 명`
    .split('\n')
    .map((line) =>
      line.split('|').map((part) => ({
        isOptional: part.trim().startsWith('?'),
        words: part.trim().replace('?', '').split(' ').map(plainName),
      })),
    );

/**
 * Finds the columns that together have a person's full name, such as "First name" and "Surname", in the order of the full name. Null if a
 * column has the full name. A name such as "Name" is that of a full name, or of a family name beside "Vorname"; then the values decide.
 */
export function findNameParts(columns: readonly string[], rows: readonly (readonly string[])[]): number[] | null {
  const names = columns.map(plainName);
  const indexOf = (words: readonly string[]): number => {
    const word = words.find((one) => names.includes(one));
    return word === undefined ? -1 : names.indexOf(word);
  };
  const found = PARTS.map((parts) => parts.map(({ words, isOptional }) => ({ isOptional, index: indexOf(words) })))
    .filter((parts) => parts.every(({ isOptional, index }) => isOptional || index >= 0))
    .map((parts) => parts.flatMap(({ index }) => (index >= 0 ? [index] : [])))
    .find((indexes) => new Set(indexes).size === indexes.length);
  if (!found) return null;
  const isFull = (name: string, index: number) =>
    meaningOf(name) === 'recipientName' && !found.includes(index) && hasLetters(rows, index);
  return columns.some(isFull) || repeatsPart(found, rows) ? null : found;
}

/** Returns false for a column of numbers, such as those of the participants. */
const hasLetters = (rows: readonly (readonly string[])[], column: number): boolean =>
  rows.length === 0 || rows.some((row) => /\p{L}/u.test(row[column] ?? ''));

/** Returns whether one of the columns has the text of another one in most rows. It then has full names. */
const repeatsPart = (columns: readonly number[], rows: readonly (readonly string[])[]): boolean =>
  columns.some((whole) => columns.some((part) => part !== whole && repeats(rows, whole, part)));

function repeats(rows: readonly (readonly string[])[], whole: number, part: number): boolean {
  const pairs = rows
    .map((row) => [(row[whole] ?? '').trim(), (row[part] ?? '').trim()] as const)
    .filter(([text, other]) => text !== '' && other !== '');
  return pairs.length > 0 && pairs.filter(([text, other]) => hasWords(text, other)).length >= MOST * pairs.length;
}

/** Returns whether a text has all words of another one. */
function hasWords(text: string, other: string): boolean {
  if (UNSPACED.test(other)) return text.includes(other);
  const words = new Set(wordsOf(text));
  return wordsOf(other).every((word) => words.has(word));
}

const wordsOf = (text: string): string[] => text.split(/[\s,]+/).map(plainName);

/** Letters of scripts that write a name's parts without a space. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+$/u;

/** Joins the texts of columns by spaces. Parts of names in Chinese, Japanese and Korean letters have none between them. One text stays. */
export function joinTexts([first = '', ...following]: readonly string[]): string {
  if (following.length === 0) return first;
  const given = [first, ...following].map((text) => text.trim()).filter((text) => text !== '');
  return given.join(given.every((text) => UNSPACED.test(text)) ? '' : ' ');
}
