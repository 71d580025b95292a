import { type DetailCode, type DetailParams, detail, type Given } from '../../errors/detail.ts';
import { DesignError } from '../design/design-error.ts';

/** Rejects an uploaded font. */
export function refuse<Code extends DetailCode>(code: Code, ...params: Given<DetailParams<Code>>): never {
  throw new DesignError([detail('file', code, ...params)]);
}

/** Rejects a font that is truncated or inconsistent. */
export const damaged = (fault: string): never => refuse('font_damaged', { fault });
