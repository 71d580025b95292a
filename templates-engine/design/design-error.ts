/** A fault of a design document: its path as in `elements[3].font`, what it got and what it takes. */
interface DesignIssue {
  path: string;
  message: string;
}

/** A document of thousands of faults is answered with as many as somebody can read, each of bounded length. */
const MAX_ISSUES = 100;
const MAX_LENGTHS = { path: 2000, message: 4000 };

/** A design document that can't be used: the first hundred of its faults, and how many more there are. */
export class DesignError extends Error {
  readonly issues: DesignIssue[];

  constructor(issues: readonly DesignIssue[]) {
    const shown = issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({
      path: path.slice(0, MAX_LENGTHS.path),
      message: message.slice(0, MAX_LENGTHS.message),
    }));
    const more = issues.length - shown.length;
    if (more > 0) shown.push({ path: '', message: `${more} more faults are not listed` });
    super(shown.map(({ path, message }) => `${path}: ${message}`).join('; '));
    this.name = 'DesignError';
    this.issues = shown;
  }
}
