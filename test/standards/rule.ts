import type { PdfFile } from './pdf-file.ts';

/** Something that a standard asks of a file. */
export interface Rule {
  /** Standard and clause, and what it asks. */
  rule: string;
  /** Where the file breaks it; none where it doesn't. */
  faults(file: PdfFile): string[];
  /** Breaks it in a good file that has an attachment, a signature field, a picture and a QR code. */
  breakIt(file: PdfFile): void;
}

/** A fault where something does not hold. */
export const unless = (holds: boolean, fault: string): string[] => (holds ? [] : [fault]);

/** Changes the bytes of a file, as Latin-1. */
export function rewrite(file: PdfFile, change: (text: string) => string): void {
  file.bytes = Buffer.from(change(file.bytes.toString('latin1')), 'latin1');
}
