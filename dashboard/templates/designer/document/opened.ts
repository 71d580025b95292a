import type { Outputs } from '../../../app/session.tsx';
import type { Design } from '../model/design.ts';

/** A design as loaded from the server, its document checked. */
export interface OpenedDesign extends Omit<Outputs['designs']['get'], 'design'> {
  design: Design;
  /** It is a copy that this browser kept of what the server does not have yet. */
  isUnsaved: boolean;
}
