import { type DetailCode, type DetailParams, detail, type Given } from '../../../errors/detail.ts';
import { DesignError } from '../../design/design-error.ts';

/** Where a design has its letterhead. */
export const LETTERHEAD_PATH = 'background.pdf';

/** Returns why a PDF can't be a background. */
export const refused = <Code extends DetailCode>(code: Code, ...params: Given<DetailParams<Code>>): DesignError =>
  new DesignError([detail(LETTERHEAD_PATH, code, ...params)]);

/** Returns the same for a file that is damaged. */
export const broken = (fault: string): DesignError => refused('pdf_damaged', { fault });
