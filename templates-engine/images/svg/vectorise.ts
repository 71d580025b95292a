import { drawingFile } from '../../graphics/drawing-svg.ts';
import { PathDataError } from '../../graphics/svg-path.ts';
import { readDrawing } from './read-drawing.ts';
import { simplifySvg } from './simplify-svg.ts';
import { svgFault } from './svg-safety.ts';
import { Unsupported } from './unsupported.ts';

/** Maximum characters of a drawing's file, which must be accepted as an SVG again. */
const MAX_CHARACTERS = 1_500_000;

/**
 * Returns the drawing that a design stores for an SVG; null if the SVG must become pixels. The SVG must have passed svgFault. A stored
 * drawing is returned unchanged.
 */
export function vectorise(svg: string): string | null {
  if (drawingOf(svg) === svg) return svg;
  const drawing = drawingOf(simplifySvg(svg));
  const isKept = drawing !== null && drawing.length <= MAX_CHARACTERS && svgFault(Buffer.from(drawing)) === null;
  return isKept ? drawing : null;
}

/** Returns an SVG as a drawing; null if it has features that a drawing cannot represent. */
function drawingOf(svg: string): string | null {
  try {
    return drawingFile(readDrawing(svg));
  } catch (error) {
    if (error instanceof Unsupported || error instanceof PathDataError) return null;
    throw error;
  }
}
