import type { Detail } from '../../errors/detail.ts';

/** Reason why a certificate cannot be rendered with its values. */
export interface RenderProblem extends Omit<Detail, 'path'> {
  /** Variable at fault; null if the text of the design is at fault. */
  variable: string | null;
  /** Index of the element in the design. For a value of the wrong type, the first element that shows the variable. */
  element: number;
}

/** Content that is shown otherwise than designed, such as a word in another font. */
export type RenderWarning = RenderProblem;

/** Thrown for values that do not fit their boxes, that no font can show, or that make a page too costly. */
export class RenderError extends Error {
  readonly problems: RenderProblem[];

  constructor(problems: RenderProblem[]) {
    super(problems.map(({ message }) => message).join('; '));
    this.name = 'RenderError';
    this.problems = problems;
  }
}
