import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';

/** Maximum octets of a local part, and of an address (RFC 5321, 4.5.3.1; RFC 3696, erratum 1690). */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

/** White space and zero-width characters, which copied addresses often have at their ends. */
const AROUND = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}]+|[\s\p{Default_Ignorable_Code_Point}\p{Cf}]+$/gu;
/** Dot-string (RFC 5321, 4.1.2), with the non-ASCII characters that RFC 6531 adds. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~\-\u0080-\u{10ffff}]+(?:\.[\w!#$%&'*+/=?^`{|}~\-\u0080-\u{10ffff}]+)*$/u;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
/** Domain of two or more labels of letters, digits and hyphens; the last is not a number (RFC 5321, 4.1.2; RFC 1123, 2.1). */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** Characters that end or escape a host name in a URL. `domainToASCII` would drop what follows them, or decode it. */
const URL_DELIMITER = /[/\\?#%]/;

/** Sources of a pattern for the API document. */
const ATOM = '[^\\s\\x00-\\x20\\x7f-\\xa0@.,:;"<>()\\[\\]\\\\]+';
const LABEL = '([A-Za-z0-9]|[^\\x00-\\xa0])([A-Za-z0-9-]|[^\\x00-\\xa0])*';

interface Parts {
  local: string;
  /** ASCII in lower case, with internationalised labels as `xn--` (RFC 5891). */
  domain: string;
}

function partsOf(address: string): Parts | null {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (INVISIBLE.test(address) || !LOCAL_PART.test(local) || URL_DELIMITER.test(domain)) return null;
  const ascii = domainToASCII(domain);
  const isShort = Buffer.byteLength(local) <= MAX_LOCAL && Buffer.byteLength(`${local}@${ascii}`) <= MAX_ADDRESS;
  return isShort && DOMAIN.test(ascii) ? { local, domain: ascii } : null;
}

/**
 * Recipient's e-mail address (RFC 5321, 6531), trimmed and in NFC. Quoted local parts, address literals, invisible characters and domains
 * without a dot are rejected. Internationalised domains are accepted.
 */
export const EmailAddress = z
  .string()
  .max(MAX_ADDRESS, { abort: true })
  .overwrite((text) => text.replace(AROUND, '').normalize('NFC'))
  .max(MAX_ADDRESS, { abort: true })
  .refine((text) => partsOf(text) !== null, fault('not_an_email'))
  .meta({ format: 'idn-email', examples: ['anne-sophie@example.org'] });

/** E-mail address of a setting; an empty text clears it. */
export const EmailAddressOrEmpty = z
  .string()
  .max(MAX_ADDRESS, { abort: true })
  .overwrite((text) => text.replace(AROUND, '').normalize('NFC'))
  .max(MAX_ADDRESS, { abort: true })
  .refine((text) => text === '' || partsOf(text) !== null, fault('not_an_email'))
  .meta({ pattern: `^\\s*(${ATOM}(\\.${ATOM})*@(${LABEL}\\.)+${LABEL})?\\s*$` });

/**
 * Returns the normalised form of an address, which identifies its mailbox: local part in lower case (NFC), domain in lower case as `xn--`.
 * Returns null if the text is not an address.
 */
export function mailboxOf(address: string): string | null {
  const parts = partsOf(address.replace(AROUND, ''));
  return parts && `${parts.local.normalize('NFC').toLowerCase().normalize('NFC')}@${parts.domain}`;
}

/** Returns an address with its domain in ASCII, for SMTP. */
export function transmittedAddress(address: string): string {
  const parts = partsOf(address);
  return parts ? `${parts.local}@${parts.domain}` : address;
}
