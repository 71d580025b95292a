import type { Outputs } from '../app/session.tsx';

/** Template as listed in the gallery. */
export type DesignSummary = Outputs['designs']['list']['designs'][number];
