import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';

/** Octets of a local part, and of a whole address (RFC 5321, 4.5.3.1; RFC 3696, erratum 1690). */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

/** White space and characters without width, which tables and web pages leave around an address. */
const AROUND = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}]+|[\s\p{Default_Ignorable_Code_Point}\p{Cf}]+$/gu;
/** A dot-string (RFC 5321, 4.1.2), with the characters beyond ASCII that RFC 6531 adds. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~\-\u0080-\u{10ffff}]+(?:\.[\w!#$%&'*+/=?^`{|}~\-\u0080-\u{10ffff}]+)*$/u;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
/** Labels of letters, digits and hyphens with a dot between them, the last no number (RFC 5321, 4.1.2; RFC 1123, 2.1). */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

interface Parts {
  local: string;
  /** In ASCII and lower case, other letters as `xn--` (RFC 5891). */
  domain: string;
}

function partsOf(address: string): Parts | null {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (INVISIBLE.test(address) || !LOCAL_PART.test(local)) return null;
  const ascii = domainToASCII(domain);
  const isShort = Buffer.byteLength(local) <= MAX_LOCAL && Buffer.byteLength(`${local}@${ascii}`) <= MAX_ADDRESS;
  return isShort && DOMAIN.test(ascii) ? { local, domain: ascii } : null;
}

/**
 * A recipient's e-mail address, trimmed, in NFC and otherwise as it was given: a mailbox of RFC 5321 or 6531, without quotes, address
 * literals and invisible characters, at a domain with a dot, which may have letters of any script.
 */
export const EmailAddress = z
  .string()
  .overwrite((text) => text.replace(AROUND, '').normalize('NFC'))
  .max(MAX_ADDRESS, { abort: true })
  .refine((text) => partsOf(text) !== null, fault('not_an_email'))
  .meta({ format: 'email', examples: ['anne-sophie@example.org'] });

/**
 * Returns what stands for the mailbox of an address: the local part in lower case (NFC), the domain in lower case as `xn--`. A text that is
 * no address gives null.
 */
export function mailboxOf(address: string): string | null {
  const parts = partsOf(address.replace(AROUND, ''));
  return parts && `${parts.local.normalize('NFC').toLowerCase().normalize('NFC')}@${parts.domain}`;
}

/** Returns an address as it is transmitted: its domain in ASCII. */
export function transmittedAddress(address: string): string {
  const parts = partsOf(address);
  return parts ? `${parts.local}@${parts.domain}` : address;
}
