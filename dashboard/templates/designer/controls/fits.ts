import type { Fit } from '../model/design.ts';

const LABELS: Readonly<Record<Fit, string>> = {
  contain: 'Whole picture',
  cover: 'Fill the box, cut what is over',
  fill: 'Stretch to the box',
};

/** How a picture may lie in its box, as choices. */
export const FITS = Object.entries(LABELS).map(([value, label]) => ({ value, label }));
