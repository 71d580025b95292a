import { PDFDocument } from 'pdf-lib';

/** Returns a PDF of another system, of 400 by 300 points, with a text. */
export async function pdfOf(text: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([400, 300]).drawText(text, { x: 40, y: 150 });
  return Buffer.from(await document.save());
}
