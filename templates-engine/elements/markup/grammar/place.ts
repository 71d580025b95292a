import type { DetailCode, DetailParams, Given } from '../../../../errors/detail.ts';

/** Position of a node in the tree. */
export interface Place {
  path: readonly PropertyKey[];
  level: number;
  /** Tag of the parent; null for the root. */
  parent: string | null;
  /** Set inside a part of a paragraph, where only text and inline tags are allowed. */
  isInline: boolean;
  /** Set if inline tags such as `span` become boxes here and not parts of a paragraph. */
  makesItems: boolean;
  /** Names of the enclosing rows of `each`. */
  rows: readonly string[];
}

/** Reports a fault of the node at a place, or of one of its members. */
export type Add = <Code extends DetailCode>(
  path: readonly PropertyKey[],
  code: Code,
  ...params: Given<DetailParams<Code>>
) => void;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
