/** A design document that can't be used: every issue with its path (as in `elements[3].font`), what it got and what it takes. */
export class DesignError extends Error {
  readonly issues: { path: string; message: string }[];

  constructor(issues: { path: string; message: string }[]) {
    super(issues.map(({ path, message }) => `${path}: ${message}`).join('; '));
    this.name = 'DesignError';
    this.issues = issues;
  }
}
