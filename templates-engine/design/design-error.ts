import { type Detail, detail } from '../../errors/detail.ts';

/** Limits of an error. A document can have thousands of faults, but only a readable number is reported, each with limited length. */
const MAX_ISSUES = 100;
const MAX_LENGTHS = { path: 2000, message: 4000, text: 1000, list: 100 };

/** Thrown for an invalid design document. Contains the first 100 faults and the number of further ones. */
export class DesignError extends Error {
  readonly issues: Detail[];

  constructor(issues: readonly Detail[]) {
    // One fault more is listed in full, so that the count always replaces at least two faults.
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
  if (typeof value === 'number' || value === null) return value;
  if (typeof value === 'string') return value.slice(0, MAX_LENGTHS.text);
  return value.slice(0, MAX_LENGTHS.list).map((text) => text.slice(0, MAX_LENGTHS.text));
}
