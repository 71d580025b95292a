import type { PrintPages } from './read-pages.ts';

/**
 * Returns certificates as pages for a printer (see `read-pages.ts`). Loaded when the first print PDF is created, because pdf-lib takes a
 * quarter of the start time of a process.
 */
export async function readPrintPages(pdfs: readonly Uint8Array[], bleed: number): Promise<PrintPages> {
  const print = await import('./read-pages.ts');
  return print.readPrintPages(pdfs, bleed);
}
