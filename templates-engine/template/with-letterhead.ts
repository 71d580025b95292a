import { DesignError } from '../design/design-error.ts';
import { MAX_LETTERHEAD_BYTES } from '../design/properties.ts';
import type { OnPart } from '../images/make-image-safe.ts';
import { openLetterhead, type ReadLetterhead, readLetterhead } from '../letterhead/letterhead.ts';
import { LETTERHEAD_PATH } from '../letterhead/reading/fault.ts';

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
  const bytes = Math.floor(((pdf.length - pdf.indexOf(',') - 1) * 3) / 4);
  if (bytes > MAX_LETTERHEAD_BYTES) {
    const message = `takes a PDF of at most ${MAX_LETTERHEAD_BYTES} bytes, got ${bytes}`;
    throw new DesignError([{ path: LETTERHEAD_PATH, message }]);
  }
  onPart(LETTERHEAD_PATH);
  const letterhead = await readLetterhead(pdf);
  // Drawing it once shows whether it can be drawn, and within the limits.
  await openLetterhead(letterhead, 0);
  onPart(null);
  return {
    ...input,
    page: pageOf(input.page, letterhead),
    background: { ...input.background, pdf: letterhead.uri },
  };
}

function pageOf(page: unknown, { width, height }: ReadLetterhead): unknown {
  if (page === undefined) return { width, height };
  if (!isMembers(page)) return page;
  const sides = { width, height };
  const issues = (['width', 'height'] as const).flatMap((side) => {
    const given = page[side];
    if (typeof given !== 'number' || Math.abs(given - sides[side]) <= TOLERANCE) return [];
    return [{ path: `page.${side}`, message: `takes ${sides[side]}, as the PDF has it, or nothing, got ${given}` }];
  });
  if (issues.length > 0) throw new DesignError(issues);
  return { ...page, ...sides };
}
