import { drawingFile } from '../../graphics/drawing-svg.ts';
import { PathDataError } from '../../graphics/svg-path.ts';
import { readDrawing } from './read-drawing.ts';
import { simplifySvg } from './simplify-svg.ts';
import { svgFault } from './svg-safety.ts';
import { Unsupported } from './unsupported.ts';

/** Of a drawing's file; it has to be taken again as an SVG. */
const MAX_CHARACTERS = 1_500_000;

/**
 * The drawing of an SVG as it is kept in a design; null where it has to become pixels. The SVG must have been checked by
 * svgFault. What this gave is given unchanged.
 */
export function vectorise(svg: string): string | null {
  if (drawingOf(svg) === svg) return svg;
  const drawing = drawingOf(simplifySvg(svg));
  const isKept = drawing !== null && drawing.length <= MAX_CHARACTERS && svgFault(Buffer.from(drawing)) === null;
  return isKept ? drawing : null;
}

/** An SVG that has only what a drawing can say, as one; null otherwise. */
function drawingOf(svg: string): string | null {
  try {
    return drawingFile(readDrawing(svg));
  } catch (error) {
    if (error instanceof Unsupported || error instanceof PathDataError) return null;
    throw error;
  }
}
