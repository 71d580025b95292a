import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

const FOLDER = 'test/templates-engine';
/** Maximum mean difference of a channel, of 255: more than anti-aliasing differs between processors, less than a letter. */
const TOLERANCE = 0.5;

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

async function pixelsOf(image: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Returns the mean difference of two pictures' channels, of 255. Infinity if their sizes differ by more than 1 px. */
export async function difference(first: Uint8Array, second: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([pixelsOf(first), pixelsOf(second)]);
  if (Math.abs(a.width - b.width) > 1 || Math.abs(a.height - b.height) > 1) return Number.POSITIVE_INFINITY;
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  let sum = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width * 3; x++) {
      sum += Math.abs((a.data[y * a.width * 3 + x] ?? 0) - (b.data[y * b.width * 3 + x] ?? 0));
    }
  }
  return sum / (width * height * 3);
}

/** Returns the share of pixels with a channel that differs by more than 32 of 255. Returns 1 if the sizes differ. */
export async function differingShare(first: Uint8Array, second: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([pixelsOf(first), pixelsOf(second)]);
  if (a.width !== b.width || a.height !== b.height) return 1;
  let differing = 0;
  // Allocates nothing per channel, because a picture has millions of them.
  const isOther = (at: number) => Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > 32;
  for (let at = 0; at < a.data.length; at += 3) if (isOther(at) || isOther(at + 1) || isOther(at + 2)) differing++;
  return differing / (a.width * a.height);
}

/**
 * Returns the reason why a picture differs from the snapshot of this name, or null. Writes the picture and the difference to `__diff__/`.
 * UPDATE_SNAPSHOTS=1 replaces the snapshot.
 */
export async function unlikeSnapshot(name: string, image: Uint8Array): Promise<string | null> {
  const file = join(FOLDER, 'snapshots', `${name}.png`);
  if (process.env.UPDATE_SNAPSHOTS === '1') {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await sharp(image).png({ compressionLevel: 9, effort: 10 }).toBuffer());
  }
  const kept = await readFile(file).catch(() => null);
  if (!kept) return `${file} does not exist: look at the picture, and create it with UPDATE_SNAPSHOTS=1`;
  const left = join(FOLDER, '__diff__');
  const found = await difference(kept, image);
  if (found <= TOLERANCE) {
    await Promise.all(['is', 'differs'].map((what) => rm(join(left, `${name}.${what}.png`), { force: true })));
    return null;
  }
  await mkdir(left, { recursive: true });
  await writeFile(join(left, `${name}.is.png`), image);
  const size = await sharp(kept).metadata();
  const differs = await sharp(kept)
    .removeAlpha()
    .composite([
      { input: await sharp(image).resize(size.width, size.height, { fit: 'fill' }).toBuffer(), blend: 'difference' },
    ])
    .negate({ alpha: false })
    .png()
    .toBuffer();
  await writeFile(join(left, `${name}.differs.png`), differs);
  return `${name} differs by ${found.toFixed(2)} of 255 on average: see ${left}/`;
}
