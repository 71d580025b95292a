import type { Outputs } from '../../../lib/session.ts';
import type { Design } from '../model/design.ts';
import type { KeptWork } from './kept-work.ts';

/** Design as loaded from the server, with a checked document. */
export interface OpenedDesign extends Omit<Outputs['designs']['get'], 'design'> {
  design: Design;
  /** Work on this design that this browser has kept; null without any. */
  work: KeptWork | null;
}
