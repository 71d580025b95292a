import { type DetailCode, type DetailParams, detail, type Given } from '../../errors/detail.ts';
import { DesignError } from '../design/design-error.ts';

/** Refuses an uploaded font. */
export function refuse<Code extends DetailCode>(code: Code, ...params: Given<DetailParams<Code>>): never {
  throw new DesignError([detail('file', code, ...params)]);
}

/** Refuses a font that is cut off or contradicts itself. */
export const damaged = (fault: string): never => refuse('font_damaged', { fault });
