import type { Fit } from '../model/design.ts';

const LABELS: Readonly<Record<Fit, string>> = {
  contain: 'Fit: show the whole image',
  cover: 'Fill: crop to the box',
  fill: 'Stretch to the box',
};

/** Options for how a picture fits its box. */
export const FITS = Object.entries(LABELS).map(([value, label]) => ({ value, label }));
