import { detail } from '../../errors/detail.ts';
import { DesignError } from '../design/design-error.ts';
import { MAX_LETTERHEAD_BYTES, PDF_URI } from '../design/properties.ts';
import type { OnPart } from '../images/make-image-safe.ts';
import { LETTERHEAD_PATH, refused } from '../letterhead/reading/fault.ts';
import { loadLetterheads } from './letterheads.ts';

const PDF = /^data:application\/pdf;base64,/;
/** Tolerance between the sides of the page and of the PDF, in points. Other software rounds sizes. */
const TOLERANCE = 1;

type Members = Record<string, unknown>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reduces a background PDF to its first page and sets the page to its size. Other documents are returned unchanged. Throws DesignError if
 * the PDF cannot be used or a side of the page differs from the PDF.
 */
export async function withLetterhead(input: unknown, onPart: OnPart): Promise<unknown> {
  if (!isMembers(input) || !isMembers(input.background)) return input;
  const { pdf } = input.background;
  // Anything else is rejected with the rest of the document.
  if (typeof pdf !== 'string' || !PDF.test(pdf)) return input;
  const letterhead = await takeLetterhead(pdf, onPart);
  return {
    ...input,
    page: pageOf(input.page, letterhead),
    background: { ...input.background, pdf: letterhead.pdf },
  };
}

/**
 * Returns the first page of a PDF, reduced to its visible content, and its size in points. Throws DesignError if the PDF cannot be used.
 */
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
  // Drawing it once checks that it can be drawn within the limits.
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
