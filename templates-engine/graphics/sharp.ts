/** Loaders of the formats accepted in uploads. libvips supports dozens more. */
const LOADERS = ['Png', 'Jpeg', 'Webp', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`);

let loading: ReturnType<typeof load> | undefined;

/** Loads sharp when the first picture is decoded. Processes that only draw text and shapes do not need its memory. */
export const loadSharp = (): ReturnType<typeof load> => {
  loading ??= load();
  return loading;
};

/** Called only once: while formats are blocked and unblocked, another thread could be decoding. */
async function load() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // Images are decoded only once, so a cache would only take memory.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
