import { loadDesign, valuesOf } from './subject.ts';
import { textbook } from './textbook.ts';

const design = loadDesign();

/** Renders one certificate with the textbook pipeline, in a separate thread. */
export default async function render(n: number): Promise<number> {
  const { pdf, image } = await textbook(await design, valuesOf(n));
  return pdf.length + image.length;
}
