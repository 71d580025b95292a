import { loadDesign, valuesOf } from './subject.ts';
import { textbook } from './textbook.ts';

const design = loadDesign();

/** Runs in a thread of its own: one certificate the textbook's way. */
export default async function render(n: number): Promise<number> {
  const { pdf, image } = await textbook(await design, valuesOf(n));
  return pdf.length + image.length;
}
