/** Maximum characters of the alternative text. */
export const MAX_ALT_LENGTH = 500;

export const IMAGE_DEFAULTS = { fit: 'contain', radius: 0 } as const;
