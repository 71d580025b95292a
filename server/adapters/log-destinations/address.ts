import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseMailbox } from '../email/mailbox.ts';
import { parseS3Address, type S3Address } from '../s3/address.ts';

/** Destination of exported heads, from LOG_HEADS. `text` is the address as configured. */
export type LogDestinationAddress = { text: string } & (
  | { kind: 'directory'; directory: string }
  | { kind: 's3'; s3: S3Address }
  | { kind: 'mail'; mailTo: string }
);

/** Parses one address of LOG_HEADS; null if it is not valid. */
export function parseLogDestination(text: string): LogDestinationAddress | null {
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
