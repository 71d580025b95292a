/** A design document that can't be used: every issue with its path (as in `elements[3].font`), what it got and what it takes. */
export class DesignError extends Error {
  readonly issues: { path: string; message: string }[];

  constructor(issues: { path: string; message: string }[]) {
    super(issues.map(({ path, message }) => `${path}: ${message}`).join('; '));
    this.name = 'DesignError';
    this.issues = issues;
  }
}

/** What keeps a certificate from being rendered with these values. */
export interface Problem {
  /** The variable to blame; null where the fault is in the design's own text. */
  variable: string | null;
  /** Index of the element in the design. */
  element: number;
  kind: 'overflow' | 'unsupported-characters' | 'too-costly';
  message: string;
  characters?: string[];
}

/** Values that don't fit their boxes, or that no font can show. */
export class RenderError extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map(({ message }) => message).join('; '));
    this.name = 'RenderError';
    this.problems = problems;
  }
}
