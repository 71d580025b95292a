import { undoMisreading } from './misread.ts';
import { properCase } from './proper-case.ts';

/** Columns to look at, by index. */
export interface Roles {
  names: readonly number[];
  emails: readonly number[];
  /** Columns whose values are YYYY-MM-DD. */
  dates: readonly number[];
  /** Day from which dates are far, YYYY-MM-DD. */
  today: string;
  /** Language of the names (BCP 47). */
  locale?: string;
}

/** Codes of texts for which another spelling is offered. */
type Offering =
  | ('all_capitals' | 'all_small' | 'surname_first' | 'misread_letters')
  | ('extra_spaces' | 'invisible_characters');

/** Value to look at before it is issued. It is never changed. */
export type OddValue = { row: number; column: number; text: string } & (
  | {
      code:
        | 'placeholder'
        | 'error_value'
        | 'template_text'
        | 'address_as_name'
        | 'lost_letter'
        | 'shortened_number'
        | 'far_date';
    }
  | { code: Offering; offer: string }
);

/** Years after which a date is probably a mistake. */
const FAR_YEARS = 50;
/** Texts that programs write for a missing value. */
const PLACEHOLDER =
  /^(?:(?:undefined|null|none|nil|nan|n\/?a|n\.a\.|k\.?\s?a\.?|tbd|tba|todo|test|xxx+|\(?blank\)?|\(?leer\)?|unknown|\[object object\]|-+|–|\?+)(?:\s+|$))+$/i;
/** Placeholders in columns without names, where a dash and “none” are proper answers. */
const NO_ANSWER = /^(?:(?:undefined|null|nan|\[object object\]|n\/a|n\.a\.|k\.\s?a\.)(?:\s+|$))+$/i;
const ERROR =
  /^#(N\/A|N\/D|NV|REF!|BEZUG!|NAME\?|VALUE!|WERT!|VALEUR!|DIV\/0!|NUM!|ZAHL!|NULL!|SPILL!|CALC!|GETTING_DATA)$/i;
const TEMPLATE = /\{\{[^{}]*\}\}|\$\{[^{}]*\}|<<[^<>]*>>|^«[^«»]*»$|^%\w+%$/;
/** Signs in place of a letter that a program could not write. */
const LOST = /\ufffd/;
const LOST_IN_NAME = /\p{L}\?\p{L}/u;
/** Number as spreadsheets write long ones into a CSV, without their last digits. */
const SHORTENED = /^[-+]?\d(?:[.,]\d{1,14})?E\+\d{2,3}$/i;
const ADDRESS = /[^\s@]+@[^\s@]+\.[^\s@]+/;

/** Length of the longest text that is looked at. Longer ones are no names, dates or placeholders. */
const LONGEST = 300;

interface Row {
  number: number;
  texts: readonly string[];
}

/** Returns the values of a row that look wrong: left by programs, in the wrong column, typed without case, or far away. */
export const oddValuesOf = ({ number, texts }: Row, roles: Roles): OddValue[] =>
  texts.flatMap((text, column) => oddText(text, column, roles).map((odd) => ({ row: number, column, text, ...odd })));

/** Returns the rows for the same recipient as an earlier one, with the number of the first. */
export function repeatedRows(rows: readonly Row[], roles: Pick<Roles, 'names' | 'emails'>): Map<number, number> {
  const firsts = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const { number, texts } of rows) {
    const key = keyOf(texts, roles);
    const first = key === '' ? undefined : firsts.get(key);
    if (first !== undefined) repeated.set(number, first);
    else if (key !== '') firsts.set(key, number);
  }
  return repeated;
}

/** Returns what two rows of one recipient share: address and name, or all values if the table has neither. */
function keyOf(texts: readonly string[], { names, emails }: Pick<Roles, 'names' | 'emails'>): string {
  const columns = [...names, ...emails];
  const parts = (columns.length > 0 ? columns.map((column) => texts[column] ?? '') : texts).map((text) =>
    text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase().replace(/\s+/g, ' ').trim(),
  );
  return parts.some((part) => part !== '') ? parts.join('\u0000') : '';
}

type Oddity = { code: Exclude<OddValue['code'], Offering> } | { code: Offering; offer: string };

function oddText(text: string, column: number, { names, dates, today, locale }: Roles): Oddity[] {
  if (text === '' || text.length > LONGEST) return [];
  if (ERROR.test(text)) return [{ code: 'error_value' }];
  const isName = names.includes(column);
  if ((isName ? PLACEHOLDER : NO_ANSWER).test(text)) return [{ code: 'placeholder' }];
  if (TEMPLATE.test(text)) return [{ code: 'template_text' }];
  if (isName && ADDRESS.test(text)) return [{ code: 'address_as_name' }];
  if (LOST.test(text) || (isName && LOST_IN_NAME.test(text))) return [{ code: 'lost_letter' }];
  if (SHORTENED.test(text)) return [{ code: 'shortened_number' }];
  const read = undoMisreading(text);
  if (read !== null) return [{ code: 'misread_letters', offer: read }];
  if (dates.includes(column)) return isFar(text, today) ? [{ code: 'far_date' }] : [];
  return isName ? oddName(text, locale) : [];
}

function isFar(text: string, today: string): boolean {
  const [, year] = /^(\d{4})-\d\d-\d\d/.exec(text) ?? [];
  return year !== undefined && Math.abs(Number(year) - Number(today.slice(0, 4))) > FAR_YEARS;
}

/** Offers a name as it is usually written, if it has its surname first, one case only, several spaces, or invisible characters. */
function oddName(text: string, locale: string | undefined): Oddity[] {
  const visible = text.replace(INVISIBLE, '');
  const spaced = visible.replace(/\s{2,}|[\t\n\r\u2028\u2029]/g, ' ');
  const ordered = givenNameFirst(spaced);
  const [odd] = oddCase(ordered ?? spaced, locale);
  if (ordered !== null) return [{ code: 'surname_first', offer: odd?.offer ?? ordered }];
  if (odd) return [odd];
  if (visible !== text) return [{ code: 'invisible_characters', offer: spaced.trim() }];
  return spaced === text ? [] : [{ code: 'extra_spaces', offer: spaced }];
}

/** Characters that come with texts from web pages and address books. Joiners are not among them: scripts of India and Persian need them. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** Additions after a comma, which are not part of a name. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|esq|inc|ltd|co|gmbh)\.?$/i;
/** Degrees and orders, such as PhD, M.Sc. and MBA. */
const DEGREE = /^(?:\p{Lu}\p{Ll}{0,2}\.?-?){2,}$|\..*\./u;
/** Words that a part of a name can have. */
const MOST_WORDS = 4;

/** Returns “Ada Lovelace” for “Lovelace, Ada”; null for a name that has no surname before a comma. */
function givenNameFirst(text: string): string | null {
  const halves = text.split(',').map((half) => half.trim());
  const [surname = '', given = ''] = halves;
  if (halves.length !== 2 || !/\p{L}/u.test(surname) || !/^\p{L}/u.test(given)) return null;
  const [words, others] = [given.split(/\s+/), surname.split(/\s+/)];
  if (Math.max(words.length, others.length) > MOST_WORDS) return null;
  const isCapitals = !/\p{Ll}/u.test(text);
  const isAdded = (word: string) => SUFFIX.test(word) || (!isCapitals && DEGREE.test(word));
  // Birth names and titles, as in “Anna Schmidt, geb. Klein”, begin with a small letter.
  const isPhrase = /^\p{Ll}/u.test(given) && /\p{Lu}/u.test(surname);
  return words.every(isAdded) || isPhrase ? null : `${given} ${surname}`;
}

/** Initials and short names can be all capitals. */
function oddCase(text: string, locale: string | undefined): { code: Offering; offer: string }[] {
  const letters = text.match(/\p{Lu}|\p{Ll}/gu)?.length ?? 0;
  if (letters < 4) return [];
  const code = !/\p{Ll}/u.test(text) ? 'all_capitals' : !/\p{Lu}/u.test(text) ? 'all_small' : null;
  const offer = code ? properCase(text, locale) : text;
  return code && offer !== text ? [{ code, offer }] : [];
}
