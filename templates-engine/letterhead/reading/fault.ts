import { DesignError } from '../../design/design-error.ts';

/** Where a design has its letterhead. */
export const LETTERHEAD_PATH = 'background.pdf';

/** Why a PDF can't be a background: `takes` what it should be, `got` what it is. */
export const refused = (takes: string, got: string): DesignError =>
  new DesignError([{ path: LETTERHEAD_PATH, message: `takes ${takes}, got ${got}` }]);

/** The same for a file that is damaged. */
export const broken = (reason: string): DesignError => refused('a PDF that is whole', `one in which ${reason}`);
