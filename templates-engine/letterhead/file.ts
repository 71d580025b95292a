import type { PdfValue } from '../graphics/pdf-objects.ts';
import { valueToPdf } from '../graphics/pdf-objects.ts';
import { addObjects } from '../pdf/file/foreign-objects.ts';
import { array, dictionary, n, reference } from '../pdf/file/syntax.ts';
import { PdfWriter } from '../pdf/file/writer.ts';
import type { PdfPage } from './page.ts';

/** Writes a page as a PDF with only its visible content. Reading the PDF again gives the same bytes. */
export function writePage({ media, crop, rotate, unit, content, resources, group, objects }: PdfPage): Uint8Array {
  const file = new PdfWriter();
  const numbers = addObjects(file, objects);
  const write = (value: PdfValue) => valueToPdf(value, numbers);
  const contents = file.addCompressed({}, content);
  const pages = file.reserve();
  const page = file.add(
    dictionary({
      Type: '/Page',
      Parent: reference(pages),
      MediaBox: array(media),
      CropBox: array(crop),
      ...(rotate !== 0 && { Rotate: n(rotate) }),
      ...(unit !== 1 && { UserUnit: n(unit) }),
      Resources: write(resources),
      Contents: reference(contents),
      ...(group !== null && { Group: write(group) }),
    }),
  );
  file.add(dictionary({ Type: '/Pages', Kids: array([reference(page)]), Count: '1' }), pages);
  return file.save({ root: file.add(dictionary({ Type: '/Catalog', Pages: reference(pages) })) });
}
