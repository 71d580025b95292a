import sharp from 'sharp';
import { importTemplate } from '../../domain/templates/import.ts';
import type { Laurel, Tenant } from './laurel.ts';

const PORTRAIT = { x: 40, y: 40, width: 120, height: 160 };

/** Returns a design with the recipient's picture in its top left corner. */
export const portraitDesign = (image: Record<string, unknown> = {}) => ({
  name: 'Membership card',
  recipientNameVariable: 'name',
  page: { width: 400, height: 240 },
  elements: [
    { type: 'image', ...PORTRAIT, src: '{{portrait}}', fit: 'cover', alt: 'Portrait of {{name}}', ...image },
    { type: 'text', x: 180, y: 60, width: 200, height: 40, text: '{{name}}', font: 'Inter', size: 20 },
  ],
});

/** Middle of the portrait, in pixels of the image. */
export const PORTRAIT_CENTRE = {
  left: (PORTRAIT.x + PORTRAIT.width / 2) * 2,
  top: (PORTRAIT.y + PORTRAIT.height / 2) * 2,
};

/** Imports a template with that design into the organisation. Returns its id. */
export async function portraitTemplate(laurel: Laurel, tenant: Tenant, image = {}): Promise<string> {
  return (await importTemplate(laurel.context(tenant), portraitDesign(image))).id;
}

/** Creates a photograph in one colour, as a JPEG. */
export const photograph = (color: string, width = 300, height = 400): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

/** Uploads a picture as a form's only part. */
export function uploadPicture(laurel: Laurel, key: string, content: Uint8Array | string, field = 'file') {
  const form = new FormData();
  form.append(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), 'portrait.jpg');
  return laurel.call('/assets', { key, body: form });
}

/** Returns the form that adds a picture to the library. */
export function pictureForm(content: Uint8Array, name: string): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), 'picture');
  form.set('name', name);
  return form;
}
