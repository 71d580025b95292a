import { loadSharp } from '../graphics/sharp.ts';
import { decodeImage, MAX_PIXELS } from './decode-image.ts';

const LOGO = { width: 960, height: 480 };
/** Plate of logos that white would hide, and the part of their height around them. */
const PLATE = '#18202b';
const MARGIN = 0.12;
/** Width in pixels in which a logo is measured. */
const MEASURED = 96;
/** Lowest contrast (WCAG 2.2) at which a pixel is visible on a plate, and lowest opacity at which it belongs to the logo. */
const CONTRAST = 1.6;
const OPACITY = 128;

/**
 * Returns a PNG of a logo, large enough for high-density screens. A transparent logo that is visible only on dark gets a dark plate,
 * because mails and pages show it on white. Throws DesignError with the path `logo` if it is not an image.
 */
export async function makeLogo(content: Uint8Array): Promise<Uint8Array> {
  const bytes = Buffer.from(content);
  const box = { width: LOGO.width / 4, height: LOGO.height / 4 };
  const logo = await decodeImage(bytes, 'logo', box, MAX_PIXELS, ({ picture }) => {
    const fitted = picture.autoOrient().resize({ ...LOGO, fit: 'inside', withoutEnlargement: true });
    return fitted.png({ compressionLevel: 9 }).toBuffer();
  });
  return (await isForDark(logo)) ? onPlate(logo) : logo;
}

async function onPlate(logo: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const { height } = await sharp(logo).metadata();
  const margin = Math.max(4, Math.round(height * MARGIN));
  const sides = { top: margin, bottom: margin, left: margin, right: margin };
  const extended = await sharp(logo)
    .extend({ ...sides, background: '#00000000' })
    .png()
    .toBuffer();
  return sharp(extended).flatten({ background: PLATE }).png({ compressionLevel: 9 }).toBuffer();
}

/** Returns true if less of the logo's visible area disappears on the dark plate than on white. An opaque picture needs no plate. */
async function isForDark(logo: Uint8Array): Promise<boolean> {
  const sharp = await loadSharp();
  const picture = sharp(logo);
  const { isOpaque } = await picture.stats();
  if (isOpaque) return false;
  const small = picture.resize({ width: MEASURED, withoutEnlargement: true }).toColourspace('srgb').ensureAlpha();
  const { data } = await small.raw().toBuffer({ resolveWithObject: true });
  const dark = luminance([0x18, 0x20, 0x2b]);
  let [hiddenOnWhite, hiddenOnDark] = [0, 0];
  for (let at = 0; at + 3 < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < OPACITY) continue;
    const own = luminance([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]);
    if (contrast(own, 1) < CONTRAST) hiddenOnWhite++;
    if (contrast(own, dark) < CONTRAST) hiddenOnDark++;
  }
  return hiddenOnWhite > hiddenOnDark;
}

/** Returns the relative luminance of a colour (WCAG 2.2). */
function luminance(color: readonly [number, number, number]): number {
  const [red, green, blue] = color.map((part) => LINEAR[part] ?? 0) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const LINEAR = Float64Array.from({ length: 256 }, (_, part) => {
  const value = part / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
