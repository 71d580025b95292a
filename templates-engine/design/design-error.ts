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
    // One more than that is listed itself, so that a list that ends in a count stays as it is.
    const isLong = issues.length > MAX_ISSUES + 1;
    const shown = (isLong ? issues.slice(0, MAX_ISSUES) : issues).map(({ path, message }) => ({
      path: path.slice(0, MAX_LENGTHS.path),
      message: message.slice(0, MAX_LENGTHS.message),
    }));
    if (isLong) shown.push({ path: '', message: `${issues.length - MAX_ISSUES} more faults are not listed` });
    super(shown.map(({ path, message }) => `${path}: ${message}`).join('; '));
    this.name = 'DesignError';
    this.issues = shown;
  }
}
