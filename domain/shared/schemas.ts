import { z } from 'zod';

/** No NUL (PostgreSQL stores none) and no lone surrogate (UTF-8 has none). */
export const SafeString = z
  .string()
  .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must not contain NUL or a lone surrogate');

export const Uuid = z.uuid();

/** Nothing to see: only white space, format characters and fillers, that is, no letter, number, mark of punctuation or symbol. */
export const isBlank = (text: string): boolean =>
  !/[[\p{L}\p{N}\p{P}\p{S}\p{Co}]--[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u{1d159}]]/v.test(text);

/** ISO 8601 in UTC, with milliseconds and `Z`. */
export const DateTime = z.iso.datetime().meta({ examples: ['2026-11-20T09:30:00.000Z'] });

/** The moments that our dates can be written as and PostgreSQL stores: it has no year 0000. */
const [FIRST, LAST] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

function isMoment(text: string): boolean {
  if (!z.iso.datetime({ offset: true }).safeParse(text).success && !z.iso.date().safeParse(text).success) return false;
  const time = Date.parse(text);
  return FIRST <= time && time <= LAST;
}

/** A moment that a caller gives: an ISO 8601 date-time of the years 0001 to 9999, or a date, which is its first moment in UTC. */
export const Instant = z
  .string('must be a date-time as in 2026-11-20T09:30:00Z')
  .max(40)
  .refine(isMoment, 'must be a date-time as in 2026-11-20T09:30:00Z')
  .transform((text) => new Date(text))
  .meta({ format: 'date-time', examples: ['2026-11-20T09:30:00Z'] });

/** How many there are. */
export const Count = z.int().nonnegative();

const LIMIT_RULE = 'must be a whole number from 1 to 100';

export const PageQuery = {
  limit: z.int(LIMIT_RULE).min(1, LIMIT_RULE).max(100, LIMIT_RULE).default(20).describe('Items per page, 1 to 100'),
  cursor: Uuid.describe('`nextCursor` of the previous page').optional(),
};

/** How the list goes on. */
export const NextCursor = Uuid.nullable().describe('`cursor` of the next page; null on the last one');

/** The date as the API writes it. */
export const iso = (date: Date): string => date.toISOString();
export const isoOrNull = (date: Date | null | undefined): string | null => (date ? date.toISOString() : null);

/** What WebAddress is made of (RFC 3986, 3987): no white space, control or invisible characters, no backslash or bracket. */
const ADDRESS = /^https?:\/\/[^\s\p{C}\\<>"`{}|^/?#@]+([/?#][^\s\p{C}\\<>"`{}|^]*)?$/iu;
/** URL parsers take `;`, `*` and commas for parts of a host's name, a security policy takes them for more. */
const HOST = /^(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*\.?)$/i;

/** Whether a text is one http(s) address without user name and password, which may be put into mails, pages and policies. */
function isWebAddress(text: string): boolean {
  return ADDRESS.test(text) && HOST.test(URL.parse(text)?.hostname ?? '');
}

const WEB_ADDRESS = 'must be one http or https address without spaces, user name and password';
export const WebAddress = SafeString.max(2048).refine(isWebAddress, WEB_ADDRESS);
/** The same for a field that an empty string clears. */
export const WebAddressOrEmpty = SafeString.max(2048).refine((text) => text === '' || isWebAddress(text), WEB_ADDRESS);

/** An e-mail address, as it was given. */
export const EmailAddress = z.email().max(254);
