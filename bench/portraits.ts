import sharp from 'sharp';
import {
  compileTemplate,
  type GivenPicture,
  makePicture,
  parseDesign,
  renderPdf,
  renderPng,
} from '../templates-engine/index.ts';
import { loadDesign, valuesOf } from './subject.ts';

/** Number of different photographs. Each certificate has another one than its predecessor, so that no cache helps. */
const PHOTOGRAPHS = 20;
const [WIDTH, HEIGHT] = [1500, 2000];
const BOX = { x: 660, y: 60, width: 105, height: 140, radius: 8 };

/** Renders the n-th diploma with the recipient's picture into both files. Returns their bytes. */
export async function portraits(): Promise<(n: number) => Promise<number>> {
  const design = await loadDesign();
  const image = {
    type: 'image' as const,
    ...BOX,
    src: '{{portrait}}',
    fit: 'cover' as const,
    alt: 'Portrait of {{name}}',
  };
  const template = await compileTemplate(await parseDesign({ ...design, elements: [...design.elements, image] }));
  const pictures = await Promise.all(Array.from({ length: PHOTOGRAPHS }, (_, seed) => photograph(seed)));
  const info = { title: 'Diploma', author: 'Laurel Academy', createdAt: new Date(0) };
  return async (n) => {
    const [picture] = pictures.slice(n % PHOTOGRAPHS, (n % PHOTOGRAPHS) + 1);
    if (!picture) throw new Error('there is no photograph');
    const name = `asset:${n.toString(16).padStart(64, '0')}`;
    const values = new Map([...valuesOf(n), ['portrait', name]]);
    const given = new Map([[name, picture]]);
    const [image, { pdf }] = await Promise.all([
      renderPng(template, values, given),
      renderPdf(template, values, info, given),
    ]);
    return image.length + pdf.length;
  };
}

/** Creates soft shapes with the grain of a camera, as stored after an upload. */
async function photograph(seed: number): Promise<GivenPicture> {
  const noise = (width: number, sigma: number) =>
    sharp({
      create: {
        ...{ width, height: Math.round((width * HEIGHT) / WIDTH), channels: 3 },
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    });
  const soft = await sharp(
    await noise(12 + seed, 60)
      .png()
      .toBuffer(),
  )
    .resize(WIDTH, HEIGHT)
    .png()
    .toBuffer();
  const grain = await noise(WIDTH, 6).resize(WIDTH, HEIGHT).png().toBuffer();
  const photo = await sharp(soft)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .toBuffer();
  const picture = await makePicture(photo, 'file');
  return { ...picture, size: picture.content.length };
}
