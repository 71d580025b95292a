import { PDFDocument } from 'pdf-lib';
import type { Laurel } from './laurel.ts';

/** Returns a PDF of another system, of 400 by 300 points, with a text. */
export async function pdfOf(text: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([400, 300]).drawText(text, { x: 40, y: 150 });
  return Buffer.from(await document.save());
}

/** Uploads such a PDF, or any other content, as the original of a certificate to import. */
export async function uploadOriginal(laurel: Laurel, key: string, content: string | Buffer) {
  const form = new FormData();
  const pdf = typeof content === 'string' ? await pdfOf(content) : content;
  form.append('file', new Blob([Uint8Array.from(pdf)]), 'original.pdf');
  return laurel.call('/certificates/import/files', { key, body: form });
}
