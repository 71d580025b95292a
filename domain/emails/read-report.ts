import PostalMime from 'postal-mime';
import { oneLine } from '../shared/one-line.ts';

/** Maximum length of the words that are kept, as of a server's answer (server/adapters/email/smtp.ts). */
const MAX_WORDS = 512;
/** Limits of the parser. A report has three parts; nesting and headers beyond these are no report. */
const LIMITS = { maxNestingDepth: 8, maxHeadersSize: 64 * 1024, forceRfc822Attachments: true } as const;
/** Beginning of a message that is parsed. What reports state comes first; the enclosed original can follow for a megabyte. */
const PARSED = { bytes: 256 * 1024, lines: 8_000 };
/** Maximum characters read of a part. Reports have under 10,000. */
const MAX_PART = 64 * 1024;
/** Maximum blocks of fields and addresses that are read. Each e-mail has one recipient. */
const MAX_BLOCKS = 50;
const MAX_TOKENS = 20;

/** Final word of a mail server on a recipient. */
export interface Verdict {
  status: 'DELIVERED' | 'BOUNCED';
  /** Addresses that the report names for the recipient, as they were given and as they were resolved. */
  recipients: string[];
  /** Words of the server; null for a delivery. */
  words: string | null;
}

export interface DeliveryReport {
  /** Possible tokens of an envelope's sender: those of the report's recipients, then that of the enclosed original. */
  tokens: string[];
  verdicts: Verdict[];
}

type Fields = ReadonlyMap<string, string>;

/** Reads a delivery status notification (RFC 3464). Returns null for any other message, or one beyond the limits. */
export async function readReport(message: string | Uint8Array): Promise<DeliveryReport | null> {
  const email = await PostalMime.parse(beginningOf(message), { ...LIMITS, attachmentEncoding: 'utf8' }).catch(
    () => null,
  );
  const parts = (email?.attachments ?? []).map(({ mimeType, content }) => ({
    mimeType,
    text: String(content).slice(0, MAX_PART),
  }));
  const status = parts.find(({ mimeType }) => STATUS_TYPES.includes(mimeType));
  if (!email || !status) return null;
  const original = parts.find(({ mimeType }) => ORIGINAL_TYPES.includes(mimeType));
  const enclosed = original ? await fieldsOf(original.text.split(BLANK_LINE, 1)[0] ?? '') : new Map<string, string>();
  const addressed = email.headers.filter(({ key }) => RECIPIENT_HEADERS.includes(key)).map(({ value }) => value);
  const blocks = status.text.split(BLANK_LINE).slice(0, MAX_BLOCKS);
  const recipients = await Promise.all(blocks.map(fieldsOf));
  return {
    tokens: [...addressed, enclosed.get('return-path') ?? '', envelopeIdOf(recipients[0])]
      .flatMap(tokensIn)
      .slice(0, MAX_TOKENS),
    verdicts: recipients.flatMap((fields) => verdictOf(fields) ?? []),
  };
}

/** Returns the first bytes of a message. The parser takes 10 µs for each line, so a megabyte of line breaks would take seconds. */
function beginningOf(message: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(message).subarray(0, PARSED.bytes);
  let end = -1;
  for (let line = 0; line < PARSED.lines; line++) {
    end = bytes.indexOf('\n', end + 1);
    if (end < 0) return bytes;
  }
  return bytes.subarray(0, end + 1);
}

/** Types of RFC 3464 and, for internationalised addresses, of RFC 6533. */
const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];
const ORIGINAL_TYPES = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'];
/** Headers with the address to which a report was delivered. The last two are those of Postfix and Exim. */
const RECIPIENT_HEADERS = ['to', 'delivered-to', 'x-original-to', 'envelope-to'];
const BLANK_LINE = /\r?\n[ \t]*\r?\n\s*/;

/** Returns the token that an organisation's own server was given (RFC 3461, 4.4), in the form of an address. */
const envelopeIdOf = (fields: Fields | undefined): string => `+${fields?.get('original-envelope-id')?.trim() ?? ''}@`;

const tokensIn = (header: string): string[] =>
  [...header.slice(0, MAX_PART).matchAll(/\+([0-9a-z]{42})@/gi)].slice(0, MAX_TOKENS).map(([, token = '']) => token);

/** Returns the fields of a block by name in lower case. A block of fields is a message without a body. */
async function fieldsOf(block: string): Promise<Fields> {
  const { headers } = await PostalMime.parse(`${block.trimStart()}\r\n\r\n`, LIMITS).catch(() => ({ headers: [] }));
  return new Map(headers.map(({ key, value }) => [key, value]));
}

/** Returns null for a recipient without a final word: `delayed`, `relayed` and `expanded` (RFC 3464, 2.3.3). */
function verdictOf(fields: Fields): Verdict | null {
  const action = /^\s*(failed|delivered)\b/i.exec(fields.get('action') ?? '')?.[1]?.toLowerCase();
  const recipients = ['original-recipient', 'final-recipient'].flatMap((name) => addressIn(fields.get(name)) ?? []);
  if (!action || recipients.length === 0) return null;
  if (action === 'delivered') return { status: 'DELIVERED', recipients, words: null };
  const words = oneLine(withoutType(fields.get('diagnostic-code') ?? '') || (fields.get('status') ?? ''));
  return { status: 'BOUNCED', recipients, words: words.slice(0, MAX_WORDS).toWellFormed() || null };
}

/** Returns the address in a field such as `rfc822; <anna@example.org>`. */
const addressIn = (field: string | undefined): string | null =>
  field === undefined ? null : fromUnitext(withoutType(field)).replace(/^<(.*)>$/, '$1') || null;

const withoutType = (field: string): string => field.replace(/^\s*[\w-]{1,40}\s*;/, '').trim();

/** Replaces `\x{E4}`, as addresses in ASCII have for other characters (RFC 6533, 3). */
const fromUnitext = (text: string): string =>
  text.replaceAll(/\\x\{([0-9a-f]{2,6})\}/gi, (escaped, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code > 0x10ffff ? escaped : String.fromCodePoint(code);
  });
