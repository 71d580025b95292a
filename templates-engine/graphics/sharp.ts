/** What is taken of strangers; libvips could read dozens of formats more. */
const LOADERS = ['Png', 'Jpeg', 'Webp', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`);

/** Loaded when the first picture is decoded: processes that draw text and shapes alone do without its memory. */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // Pictures are decoded once: kept ones are memory alone.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};
