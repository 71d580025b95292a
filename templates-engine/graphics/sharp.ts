/** The formats that are accepted in uploads; libvips reads dozens more. */
const LOADERS = ['Png', 'Jpeg', 'Webp', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`);

/** Loaded when the first picture is decoded: processes that draw text and shapes alone do without its memory. */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // Images are decoded once: a cache would only take memory.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};
