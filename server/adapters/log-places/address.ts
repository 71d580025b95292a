import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseMailbox } from '../mail/mailbox.ts';
import { parseS3Address, type S3Address } from '../s3/address.ts';

/** Where LOG_HEADS says that heads are exported to; `text` is the address as it is given. */
export type LogPlaceAddress = { text: string } & (
  | { kind: 'directory'; directory: string }
  | { kind: 's3'; s3: S3Address }
  | { kind: 'mail'; mailTo: string }
);

/** Reads one address of LOG_HEADS; null for anything that is none. */
export function parseLogPlace(text: string): LogPlaceAddress | null {
  if (/^file:\/\/\/[^?#]+$/.test(text)) {
    const directory = pathOf(text);
    return directory && isAbsolute(directory) ? { text, kind: 'directory', directory } : null;
  }
  const [, address] = /^mailto:([^?#]+)$/.exec(text) ?? [];
  if (address) {
    const mailbox = parseMailbox(address);
    return mailbox ? { text, kind: 'mail', mailTo: mailbox.address } : null;
  }
  const s3 = parseS3Address(text);
  return s3 && { text, kind: 's3', s3 };
}

function pathOf(text: string): string | null {
  try {
    return fileURLToPath(text);
  } catch {
    return null;
  }
}
