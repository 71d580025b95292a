import type { PrintPages } from './read-pages.ts';

/**
 * Certificates as pages for a printer, as `read-pages.ts` has it. Loaded when the first print PDF is made: pdf-lib takes a
 * fourth of the time in which a process starts.
 */
export async function readPrintPages(pdfs: readonly Uint8Array[], bleed: number): Promise<PrintPages> {
  const print = await import('./read-pages.ts');
  return print.readPrintPages(pdfs, bleed);
}
