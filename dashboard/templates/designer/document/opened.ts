import type { Outputs } from '../../../app/session.tsx';
import type { Design } from '../model/design.ts';

/** A design as the server gave it, its document looked at. */
export interface OpenedDesign extends Omit<Outputs['designs']['get'], 'design'> {
  design: Design;
}
