import { t } from '@lingui/core/macro';
import type { Fit } from '../model/design.ts';

const LABELS: Readonly<Record<Fit, string>> = {
  contain: t`Fit: show the whole image`,
  cover: t`Fill: crop to the box`,
  fill: t`Stretch to the box`,
};

/** Options for how a picture fits its box. */
export const FITS = Object.entries(LABELS).map(([value, label]) => ({ value, label }));
