import type { Outputs } from '../../../lib/session.ts';
import type { Design } from '../model/design.ts';

/** Design as loaded from the server, with a checked document. */
export interface OpenedDesign extends Omit<Outputs['designs']['get'], 'design'> {
  design: Design;
  /** True if it is a copy in this browser that the server does not have yet. */
  isUnsaved: boolean;
}
