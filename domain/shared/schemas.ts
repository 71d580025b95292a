import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { hasLineControl, textFaultOf } from '../../errors/text-fault.ts';

/** Returns the fault of a text that no field accepts; null if there is none. */
export function textFault(text: string) {
  const code = textFaultOf(text);
  return code && fault(code);
}

/** A text that can be stored and shown. */
export const SafeString = z
  .string()
  .refine((text) => textFaultOf(text) !== 'malformed_text', fault('malformed_text'))
  .refine((text) => textFaultOf(text) !== 'control_character', fault('control_character'));

/** One-line text, in NFC and trimmed. */
export const OneLine = SafeString.normalize('NFC')
  .trim()
  .refine((text) => !hasLineControl(text), { ...fault('control_character'), abort: true });

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
  .string()
  .max(40)
  .refine(isMoment, fault('not_a_date_time'))
  .transform((text) => new Date(text))
  .meta({ format: 'date-time', examples: ['2026-11-20T09:30:00Z'] });

/** How many there are. */
export const Count = z.int().nonnegative();

/** Members that native calls alone have: REST does not know them, and its document does not show them. */
export const nativeOnly = z.registry<{ reason: string }>();

/** Direction that tRPC's infinite queries send with each page. */
const Direction = z
  .enum(['forward', 'backward'])
  .optional()
  .describe('Sent by infinite queries of tRPC; it changes nothing')
  .register(nativeOnly, { reason: 'pages of REST have no direction' });

export const PageQuery = {
  direction: Direction,
  limit: z.int().min(1).max(100).default(20).describe('Items per page, 1 to 100'),
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

const WEB_ADDRESS = fault('not_a_web_address');
export const WebAddress = SafeString.max(2048).refine(isWebAddress, WEB_ADDRESS);
/** The same for a field that an empty string clears. */
export const WebAddressOrEmpty = OneLine.max(2048).refine((text) => text === '' || isWebAddress(text), WEB_ADDRESS);

/** E-mail address of an account, as better-auth accepts them. Those of recipients: email-address.ts. */
export const AccountEmail = z.email().max(254);
