import type { OtherFormat } from '../shared/types.ts';

/** Signatures of files that hold no table as text or ZIP. The name of a file can be wrong. */
const SIGNATURES: readonly (readonly [OtherFormat, string])[] = [
  ['pdf', '%PDF-'],
  ['image', '\x89PNG'],
  ['image', '\xff\xd8\xff'],
  ['image', 'GIF8'],
  ['gzip', '\x1f\x8b'],
  ['rtf', '{\\rtf'],
];
/** Compound files: Excel's before 2007, or newer ones with a password. */
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
/** Name of the stream that an encrypted Office file has, as UTF-16. */
const ENCRYPTED = [...'EncryptedPackage'].map((letter) => `${letter}\0`).join('');
const ZIP = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];

const latin = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

/** Returns the format of a file by its content: a ZIP, something else than a table, or perhaps text. */
export function kindOfFile(bytes: Uint8Array): 'zip' | 'text' | OtherFormat {
  const start = latin(bytes.subarray(0, 1024));
  const begins = (signature: string) => start.startsWith(signature);
  if (ZIP.some(begins)) return 'zip';
  if (begins(OLE)) return hasEncryptedPackage(bytes) ? 'encrypted' : 'xls';
  if (isBiff(bytes)) return 'xls';
  const found = SIGNATURES.find(([, signature]) => begins(signature));
  return found?.[0] ?? markupIn(start) ?? (isExchange(bytes, start) ? 'exchange' : 'text');
}

/** Recognises BIFF 2 to 8 without a compound file by the first record: its version, and a length of 4 to 16 bytes. */
const isBiff = ([type, version = -1, length = 0, high]: Uint8Array): boolean =>
  type === 9 && [0, 2, 4, 8].includes(version) && length >= 4 && length <= 16 && high === 0;

/**
 * Returns whether a text is SYLK or DIF, whose records would be read as cells. A CSV can begin with the column `ID`, so a SYLK also has to
 * end with its last record.
 */
function isExchange(bytes: Uint8Array, start: string): boolean {
  if (/^TABLE\s*\n0,1\s*\n/.test(start)) return true;
  return start.startsWith('ID;P') && /[\r\n]E\s*$/.test(latin(bytes.subarray(-16)));
}

/** Returns the markup language of a text. Many programs save HTML or XML under the name of an Excel file. */
function markupIn(start: string): OtherFormat | null {
  const text = start
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
    .trimStart();
  if (/^<(!doctype html|html|head|body|table|meta|div|style)\b/i.test(text)) return 'html';
  if (/^<\?xml\b/i.test(text)) return /<html\b/i.test(text) ? 'html' : 'xml';
  if (/^(\{\s*"|\[\s*[[{"])/.test(text)) return 'json';
  return null;
}

/** Searches the directory of a compound file. It is anywhere in the file, in sectors of 512 bytes and more. */
function hasEncryptedPackage(bytes: Uint8Array): boolean {
  for (let at = 512; at + 64 <= bytes.length; at += 128)
    if (bytes[at] === 0x45 && latin(bytes.subarray(at, at + ENCRYPTED.length)) === ENCRYPTED) return true;
  return false;
}
