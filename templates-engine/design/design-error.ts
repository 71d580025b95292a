import { type Detail, detail } from '../../errors/detail.ts';

/** A document of thousands of faults is answered with as many as somebody can read, each of bounded length. */
const MAX_ISSUES = 100;
const MAX_LENGTHS = { path: 2000, message: 4000, text: 1000, list: 100 };

/** A design document that can't be used: the first hundred of its faults, and how many more there are. */
export class DesignError extends Error {
  readonly issues: Detail[];

  constructor(issues: readonly Detail[]) {
    // One more than that is listed itself, so that a list that ends in a count stays as it is.
    const isLong = issues.length > MAX_ISSUES + 1;
    const shown = (isLong ? issues.slice(0, MAX_ISSUES) : issues).map(shortened);
    if (isLong) shown.push(detail('', 'more_faults', { count: issues.length - MAX_ISSUES }));
    super(shown.map(({ path, message }) => `${path}: ${message}`).join('; '));
    this.name = 'DesignError';
    this.issues = shown;
  }
}

const shortened = ({ path, code, message, params }: Detail): Detail => ({
  path: path.slice(0, MAX_LENGTHS.path),
  code,
  message: message.slice(0, MAX_LENGTHS.message),
  params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shortenedValue(value)])),
});

function shortenedValue(value: Detail['params'][string]): Detail['params'][string] {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return value.slice(0, MAX_LENGTHS.text);
  return value.slice(0, MAX_LENGTHS.list).map((text) => text.slice(0, MAX_LENGTHS.text));
}
