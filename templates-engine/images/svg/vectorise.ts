import { drawingFile } from '../../graphics/drawing-svg.ts';
import { PathDataError } from '../../graphics/svg-path.ts';
import { readDrawing } from './read-drawing.ts';
import { MAX_DRAWN } from './svg-cost.ts';
import { Unsupported } from './unsupported.ts';

/** Maximum characters of a drawing's file, which must be accepted as an SVG again. */
const MAX_CHARACTERS = 1_500_000;

/** Returns the drawing that a design stores for a simplified SVG; null if the SVG must become pixels. */
export function vectorise(simplified: string): string | null {
  const drawing = drawingOf(simplified);
  return drawing !== null && drawing.length <= MAX_CHARACTERS && countOf(drawing) <= MAX_DRAWN ? drawing : null;
}

/** Returns true for the drawing that a design stores. It stays unchanged. */
export const isDrawing = (svg: string): boolean => {
  try {
    return drawingOf(svg) === svg;
  } catch {
    return false;
  }
};

/** Returns an SVG as a drawing; null if it has features that a drawing cannot represent. */
function drawingOf(svg: string): string | null {
  try {
    return drawingFile(readDrawing(svg));
  } catch (error) {
    if (error instanceof Unsupported || error instanceof PathDataError) return null;
    throw error;
  }
}

/** Returns the number of elements in a drawing's file. */
const countOf = (drawing: string): number => drawing.split(/<\w/).length - 1;
