import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { hasLineControl, isLonger, MARGIN, PATTERNS, textFaultOf } from '../../errors/text-fault.ts';

/** Returns the fault of a text that no field accepts; null for a valid text. */
export function textFault(text: string) {
  const code = textFaultOf(text);
  return code && fault(code);
}

/** Text that can be stored and displayed. */
export const SafeString = z
  .string()
  .refine((text) => textFaultOf(text) !== 'malformed_text', fault('malformed_text'))
  .refine((text) => textFaultOf(text) !== 'control_character', fault('control_character'))
  .meta({ pattern: PATTERNS.text });

/** Text of at most this number of characters. */
export const safeText = (most: number) =>
  SafeString.refine((text) => !isLonger(text, most), { ...fault('too_long', { most }), abort: true }).meta({
    maxLength: most,
  });

/** One-line text, in NFC and trimmed. White space around it counts for the length. */
export const oneLine = (most: number) =>
  safeText(most)
    .normalize('NFC')
    .trim()
    .refine((text) => !hasLineControl(text), { ...fault('control_character'), abort: true })
    .meta({ pattern: PATTERNS.line });

/** One-line text that is not blank. */
export const filledLine = (most: number) => oneLine(most).min(1).meta({ pattern: PATTERNS.filledLine });

/** Text of several lines that is not blank, trimmed. White space around it counts for the length. */
export const filledText = (most: number) => safeText(most).trim().min(1).meta({ pattern: PATTERNS.filledText });

export const Uuid = z.uuid();

/** Returns true for a text without visible characters: no letter, number, punctuation mark or symbol. */
export const isBlank = (text: string): boolean =>
  !/[[\p{L}\p{N}\p{P}\p{S}\p{Co}]--[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u{1d159}]]/v.test(text);

/** Words to search for. */
export const Search = safeText(200)
  .refine((text) => !isBlank(text), fault('blank', { accepted: 'a text' }))
  .meta({ minLength: 1, pattern: PATTERNS.filledText });

/** ISO 8601 in UTC, with milliseconds and `Z`. */
export const DateTime = z.iso.datetime().meta({ examples: ['2026-11-20T09:30:00.000Z'] });

/** First and last time that the API's dates can express and PostgreSQL can store; neither has a year 0000. */
const [FIRST, LAST] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** Made once, because making a schema takes ten times as long as checking a value. */
const IsoDay = z.iso.date();
const IsoTime = z.iso.datetime({ offset: true });

function isMoment(text: string): boolean {
  if (!IsoTime.safeParse(text).success && !IsoDay.safeParse(text).success) return false;
  const time = Date.parse(text);
  return FIRST <= time && time <= LAST;
}

const YEAR = '([0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)';
const LEAP_YEAR = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)';
const MONTH_AND_DAY =
  '((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))';
const DATE = `(${YEAR}-${MONTH_AND_DAY}|${LEAP_YEAR}-02-29)`;
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])';
/** Pattern of a date or a date-time, for the API document. */
const MOMENT = `^${DATE}(T${TIME})?$`;

/** Time from a caller: an ISO 8601 date-time of the years 0001 to 9999, or a date, which means its start in UTC. */
export const Instant = z
  .string()
  .max(40)
  .refine(isMoment, fault('not_a_date_time'))
  .transform((text) => new Date(text))
  .meta({ pattern: MOMENT, examples: ['2026-11-20T09:30:00Z', '2026-11-20'] });

/** Day from a caller: YYYY-MM-DD. */
export const Day = z
  .string()
  .refine((text) => IsoDay.safeParse(text).success, fault('not_a_day'))
  .meta({ format: 'date', examples: ['2026-11-20'] });

/** Day or time from a caller, as it was given. A day means its end in the time zone of the organisation. */
export const DayOrTime = z
  .string()
  .max(40)
  .refine(isMoment, fault('not_a_date_time'))
  .meta({ pattern: MOMENT, examples: ['2028-11-20', '2028-11-20T09:30:00Z'] });

/** Number of items. */
export const Count = z.int().nonnegative();

/** Members that only native calls have. REST rejects them, and its document omits them. */
export const nativeOnly = z.registry<{ reason: string }>();

/** Direction that tRPC's infinite queries send with each page. */
const Direction = z
  .enum(['forward', 'backward'])
  .optional()
  .describe('Sent by infinite queries of tRPC; has no effect')
  .register(nativeOnly, { reason: 'pages of REST have no direction' });

export const PageQuery = {
  direction: Direction,
  limit: z.int().min(1).max(100).default(20).describe('Items per page, 1 to 100'),
  cursor: Uuid.describe('`nextCursor` of the previous page').optional(),
};

/** Cursor of the next page of a list. */
export const NextCursor = Uuid.nullable().describe('`cursor` of the next page; null on the last one');

/** Returns the date in the API's format. */
export const iso = (date: Date): string => date.toISOString();
export const isoOrNull = (date: Date | null | undefined): string | null => (date ? date.toISOString() : null);

/** Pattern of a WebAddress (RFC 3986, 3987): no white space, control or invisible characters, no backslashes or brackets. */
const ADDRESS = /^https?:\/\/[^\s\p{C}\\<>"`{}|^/?#@]+([/?#][^\s\p{C}\\<>"`{}|^]*)?$/iu;
/** Pattern of a host. URL parsers accept `;`, `*` and commas in host names, but security policies interpret them as separators. */
const HOST = /^(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*\.?)$/i;

/** Returns true for one http(s) address without user name and password, which is safe in mails, pages and policies. */
function isWebAddress(text: string): boolean {
  return ADDRESS.test(text) && HOST.test(URL.parse(text)?.hostname ?? '');
}

const WEB_ADDRESS = fault('not_a_web_address');
/** The same form for the API document, without classes of characters that need a flag. `others` cannot be in it either. */
const addressPattern = (others = '') =>
  `[Hh][Tt][Tt][Pp][Ss]?://(\\[[0-9A-Fa-f:.]+\\]|([A-Za-z0-9_.-]|[^\\x00-\\xa0])+)(:[0-9]{1,5})?([/?#][^\\s\\\\<>"\`{}|^${others}]*)?`;
/** Pattern of an address that an empty text clears. */
export const addressOrEmpty = (others = '') => `^${MARGIN}(${addressPattern(others)})?${MARGIN}$`;
export const WebAddress = safeText(2048)
  .refine(isWebAddress, WEB_ADDRESS)
  .meta({ pattern: `^${addressPattern()}$` });
/** Web address for a field that an empty string clears. */
export const WebAddressOrEmpty = oneLine(2048)
  .refine((text) => text === '' || isWebAddress(text), WEB_ADDRESS)
  .meta({ pattern: addressOrEmpty() });

/** E-mail address of an account, in the form that better-auth accepts. For recipients, see email-address.ts. */
export const AccountEmail = z.email().max(254);
