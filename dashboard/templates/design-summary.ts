import type { Outputs } from '../lib/session.ts';

/** Template as listed in the gallery. */
export type DesignSummary = Outputs['designs']['list']['designs'][number];
