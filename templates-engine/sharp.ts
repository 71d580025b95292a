/** Loaded when the first picture is decoded: threads that draw text and shapes alone do without its memory. */
export const loadSharp = async () => (await import('sharp')).default;
