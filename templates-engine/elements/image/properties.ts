import type { ImageElement } from './schema.ts';

/** Characters of the alternative text at the most. */
export const MAX_ALT_LENGTH = 500;

export const IMAGE_DEFAULTS = { fit: 'contain', radius: 0 } as const satisfies Partial<ImageElement>;
