import type { Detail } from '../../errors/detail.ts';

/** A reason why a certificate cannot be rendered with its values. */
export interface RenderProblem extends Omit<Detail, 'path'> {
  /** The variable at fault; null where the fault is in the design's own text. */
  variable: string | null;
  /** Index of the element in the design; for a value that its variable does not take, of the first that shows it. */
  element: number;
}

/** Values that don't fit their boxes, that no font can show, or that make a page too costly to render. */
export class RenderError extends Error {
  readonly problems: RenderProblem[];

  constructor(problems: RenderProblem[]) {
    super(problems.map(({ message }) => message).join('; '));
    this.name = 'RenderError';
    this.problems = problems;
  }
}
