import { type DetailCode, type DetailParams, detail, type Given } from '../../../errors/detail.ts';
import { DesignError } from '../../design/design-error.ts';

/** Path of the letterhead in a design. */
export const LETTERHEAD_PATH = 'background.pdf';

/** Returns the error for a PDF that cannot be a background. */
export const refused = <Code extends DetailCode>(code: Code, ...params: Given<DetailParams<Code>>): DesignError =>
  new DesignError([detail(LETTERHEAD_PATH, code, ...params)]);

/** Returns the error for a damaged PDF. */
export const broken = (fault: string): DesignError => refused('pdf_damaged', { fault });

/** Returns the error for a stream with more decoded bytes than `limit`. */
export const tooLong = (limit: number): DesignError =>
  refused('pdf_too_complex', { resource: 'bytes in a stream', most: limit });
