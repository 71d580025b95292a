import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { hasLineControl, textFaultOf } from '../../errors/text-fault.ts';

/** Returns the fault of a text that no field accepts; null for a valid text. */
export function textFault(text: string) {
  const code = textFaultOf(text);
  return code && fault(code);
}

/** Text that can be stored and displayed. */
export const SafeString = z
  .string()
  .refine((text) => textFaultOf(text) !== 'malformed_text', fault('malformed_text'))
  .refine((text) => textFaultOf(text) !== 'control_character', fault('control_character'));

/** One-line text, in NFC and trimmed. */
export const OneLine = SafeString.normalize('NFC')
  .trim()
  .refine((text) => !hasLineControl(text), { ...fault('control_character'), abort: true });

export const Uuid = z.uuid();

/** Returns true for a text without visible characters: no letter, number, punctuation mark or symbol. */
export const isBlank = (text: string): boolean =>
  !/[[\p{L}\p{N}\p{P}\p{S}\p{Co}]--[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u{1d159}]]/v.test(text);

/** ISO 8601 in UTC, with milliseconds and `Z`. */
export const DateTime = z.iso.datetime().meta({ examples: ['2026-11-20T09:30:00.000Z'] });

/** First and last time that the API's dates can express and PostgreSQL can store; neither has a year 0000. */
const [FIRST, LAST] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

function isMoment(text: string): boolean {
  if (!z.iso.datetime({ offset: true }).safeParse(text).success && !z.iso.date().safeParse(text).success) return false;
  const time = Date.parse(text);
  return FIRST <= time && time <= LAST;
}

/** Time from a caller: an ISO 8601 date-time of the years 0001 to 9999, or a date, which means its start in UTC. */
export const Instant = z
  .string()
  .max(40)
  .refine(isMoment, fault('not_a_date_time'))
  .transform((text) => new Date(text))
  .meta({ format: 'date-time', examples: ['2026-11-20T09:30:00Z'] });

/** Day from a caller: YYYY-MM-DD. */
export const Day = z
  .string()
  .refine((text) => z.iso.date().safeParse(text).success, fault('not_a_day'))
  .meta({ format: 'date', examples: ['2026-11-20'] });

/** Day or time from a caller, as it was given. A day means its end in the time zone of the organisation. */
export const DayOrTime = z
  .string()
  .max(40)
  .refine(isMoment, fault('not_a_date_time'))
  .meta({ examples: ['2028-11-20', '2028-11-20T09:30:00Z'] });

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
export const WebAddress = SafeString.max(2048).refine(isWebAddress, WEB_ADDRESS);
/** Web address for a field that an empty string clears. */
export const WebAddressOrEmpty = OneLine.max(2048).refine((text) => text === '' || isWebAddress(text), WEB_ADDRESS);

/** E-mail address of an account, in the form that better-auth accepts. For recipients, see email-address.ts. */
export const AccountEmail = z.email().max(254);
