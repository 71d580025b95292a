import { decodeImage, MAX_PIXELS } from './decode-image.ts';

const LOGO = { width: 960, height: 480 };

/** Returns a PNG of a logo, large enough for high-density screens. Throws DesignError with the path `logo` if it is not an image. */
export async function makeLogo(content: Uint8Array): Promise<Uint8Array> {
  const bytes = Buffer.from(content);
  const box = { width: LOGO.width / 4, height: LOGO.height / 4 };
  return decodeImage(bytes, 'logo', box, MAX_PIXELS, ({ picture }) => {
    const fitted = picture.autoOrient().resize({ ...LOGO, fit: 'inside', withoutEnlargement: true });
    return fitted.png({ compressionLevel: 9 }).toBuffer();
  });
}
