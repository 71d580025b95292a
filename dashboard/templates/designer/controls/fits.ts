import type { Fit } from '../model/design.ts';

const LABELS: Readonly<Record<Fit, string>> = {
  contain: 'Contain: the whole picture',
  cover: 'Cover: fill the box and crop',
  fill: 'Fill: stretch to the box',
};

/** How a picture may lie in its box, as choices. */
export const FITS = Object.entries(LABELS).map(([value, label]) => ({ value, label }));
