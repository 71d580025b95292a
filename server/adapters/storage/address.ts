import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseS3Address, type S3Address } from '../s3/address.ts';

/** File storage that STORAGE_URL names. `text` is the address as configured. */
export type StorageAddress = { text: string } & (
  | { kind: 'postgres' }
  | { kind: 'directory'; directory: string }
  | { kind: 's3'; s3: S3Address; hasLinks: boolean }
);

export const STORAGE_FORMS =
  'must be postgres:, file:///directory or s3://bucket?endpoint=…&region=…&prefix=…&links=false';

/** Parses `postgres:`, `file:///directory` or `s3://bucket?…`; null for anything else. */
export function parseStorage(text: string): StorageAddress | null {
  if (text === 'postgres:') return { text, kind: 'postgres' };
  if (/^file:\/\/\/[^?#]+$/.test(text)) {
    const directory = pathOf(text);
    return directory && isAbsolute(directory) ? { text, kind: 'directory', directory } : null;
  }
  const hasLinks = !/[?&]links=false(&|$)/.test(text);
  const s3 = parseS3Address(text.replace(/links=false(&|$)/, '').replace(/[?&]$/, ''));
  // Certificates must be deletable, so a retention period is refused.
  return s3 && s3.retainDays === null ? { text, kind: 's3', s3, hasLinks } : null;
}

function pathOf(text: string): string | null {
  try {
    return fileURLToPath(text);
  } catch {
    return null;
  }
}
