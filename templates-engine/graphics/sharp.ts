/** The formats that are accepted in uploads; libvips reads dozens more. */
const LOADERS = ['Png', 'Jpeg', 'Webp', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`);

let loading: ReturnType<typeof load> | undefined;

/** Loaded when the first picture is decoded: processes that draw text and shapes alone do without its memory. */
export const loadSharp = (): ReturnType<typeof load> => {
  loading ??= load();
  return loading;
};

/** Once: while formats are blocked and released again, another thread may be decoding. */
async function load() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // Images are decoded once: a cache would only take memory.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
