import type { PdfFile } from './pdf-file.ts';

/** Requirement of a standard. */
export interface Rule {
  /** Standard, clause and requirement. */
  rule: string;
  /** Returns the places where the file breaks the rule; empty if it does not. */
  faults(file: PdfFile): string[];
  /** Breaks the rule in a valid file that has an attachment, a signature field, a picture and a QR code. */
  breakIt(file: PdfFile): void;
}

/** Returns the fault unless the condition holds. */
export const unless = (holds: boolean, fault: string): string[] => (holds ? [] : [fault]);

/** Rewrites the bytes of a file as Latin-1. */
export function rewrite(file: PdfFile, change: (text: string) => string): void {
  file.bytes = Buffer.from(change(file.bytes.toString('latin1')), 'latin1');
}
