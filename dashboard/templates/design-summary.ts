import type { Outputs } from '../app/session.tsx';

/** A template as the gallery lists it. */
export type DesignSummary = Outputs['designs']['list']['designs'][number];
