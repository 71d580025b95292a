import * as mupdf from 'mupdf';
import sharp from 'sharp';
import { compileTemplate, parseDesign, renderPdf, renderPng } from '../../templates-engine/index.ts';

const info = { title: 'T', author: 'A', createdAt: new Date(0) };
export const dataUri = (bytes: Buffer, type: string) => `data:image/${type};base64,${bytes.toString('base64')}`;

/** Returns a page with only a picture, as shown by both files, and the design with the stored picture. */
export async function shown(src: string) {
  const name = { type: 'text', x: 0, y: 80, width: 120, height: 10, text: '{{name}}', font: 'Inter', size: 5 };
  const image = { type: 'image', src, x: 0, y: 0, width: 120, height: 80, fit: 'fill' };
  const design = await parseDesign({
    name: 'T',
    recipientNameVariable: 'name',
    page: { width: 120, height: 90 },
    elements: [image, name],
  });
  const template = await compileTemplate(design);
  const values = new Map([['name', ' ']]);
  const { pdf } = await renderPdf(template, values, info);
  const page = mupdf.Document.openDocument(pdf, 'application/pdf').loadPage(0);
  const cut = (png: Uint8Array) => sharp(png).extract({ left: 0, top: 0, width: 240, height: 160 }).png().toBuffer();
  return {
    png: await cut(await renderPng(template, values)),
    pdf: await cut(page.toPixmap(mupdf.Matrix.scale(2, 2), mupdf.ColorSpace.DeviceRGB).asPNG()),
    bytes: Buffer.from(pdf),
    design,
  };
}
