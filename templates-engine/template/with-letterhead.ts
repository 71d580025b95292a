import { detail } from '../../errors/detail.ts';
import { DesignError } from '../design/design-error.ts';
import { MAX_LETTERHEAD_BYTES, PDF_URI } from '../design/properties.ts';
import type { OnPart } from '../images/make-image-safe.ts';
import { LETTERHEAD_PATH, refused } from '../letterhead/reading/fault.ts';
import { loadLetterheads } from './letterheads.ts';

const PDF = /^data:application\/pdf;base64,/;
/** How far a page's sides may be from the PDF's, in points: as others round them. */
const TOLERANCE = 1;

type Members = Record<string, unknown>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A document whose background is a PDF with that PDF reduced to its first page, and the page of its size; any other as it
 * is. DesignError says why a PDF can't be used, or which side of the page is another than the PDF's.
 */
export async function withLetterhead(input: unknown, onPart: OnPart): Promise<unknown> {
  if (!isMembers(input) || !isMembers(input.background)) return input;
  const { pdf } = input.background;
  // What is none is refused with the rest of the document.
  if (typeof pdf !== 'string' || !PDF.test(pdf)) return input;
  const letterhead = await takeLetterhead(pdf, onPart);
  return {
    ...input,
    page: pageOf(input.page, letterhead),
    background: { ...input.background, pdf: letterhead.pdf },
  };
}

/** The first page of a PDF, reduced to what it shows, and its size in points. DesignError says why it can't be used. */
export async function takeLetterhead(
  uri: string,
  onPart: OnPart,
): Promise<{ pdf: string; width: number; height: number }> {
  if (!PDF.test(uri)) throw refused('not_accepted', { accepted: PDF_URI });
  const size = Math.floor(((uri.length - uri.indexOf(',') - 1) * 3) / 4);
  if (size > MAX_LETTERHEAD_BYTES) throw refused('file_too_large', { size, most: MAX_LETTERHEAD_BYTES });
  onPart(LETTERHEAD_PATH);
  const { openLetterhead, readLetterhead } = await loadLetterheads();
  const letterhead = await readLetterhead(uri);
  // Drawing it once shows whether it can be drawn, and within the limits.
  await openLetterhead(letterhead, 0);
  onPart(null);
  const { uri: pdf, width, height } = letterhead;
  return { pdf, width, height };
}

function pageOf(page: unknown, { width, height }: { width: number; height: number }): unknown {
  if (page === undefined) return { width, height };
  if (!isMembers(page)) return page;
  const sides = { width, height };
  const issues = (['width', 'height'] as const).flatMap((side) => {
    const given = page[side];
    if (typeof given !== 'number' || Math.abs(given - sides[side]) <= TOLERANCE) return [];
    return [detail(`page.${side}`, 'page_of_pdf', { points: sides[side] })];
  });
  if (issues.length > 0) throw new DesignError(issues);
  return { ...page, ...sides };
}
