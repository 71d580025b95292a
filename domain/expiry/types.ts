import type { Look } from './find-due.ts';
import type { Due, Notices } from './rules.ts';

/** State of a schedule after a look. */
export interface Scheduled {
  organisationId: string;
  certificateId: string;
  dueAt: Date | null;
  isPostponed: boolean;
  /** Unchanged if omitted. */
  notices?: Notices & { emailId: string | null; digestAt: Date | null };
}

/** A look with its result. */
export interface Decided {
  look: Look;
  due: Due;
}
