import { isUnavailable } from '../shared/unavailable.ts';
import type { Check, Violation } from './types.ts';

/** Yields the pages of a check. If it fails because of a stored value, the failure is a violation, and the caller's next check follows. */
export async function* readable(name: string, check: Check): Check {
  try {
    yield* check;
  } catch (error) {
    if (!isOfValue(error)) throw error;
    const message = `the check ${name} ended at a value that it can't read: ${error.message}`;
    yield [{ invariant: 'authenticity', organisationId: null, id: null, message }];
  }
}

/** Yields the result of a check that has only one page. */
export async function* onePage(found: Promise<Violation[]>): Check {
  yield await found;
}

/**
 * Returns true for PostgreSQL's errors in data (SQLSTATE class 22) or of their depth (class 54), and for JavaScript's errors about values.
 */
function isOfValue(error: unknown): error is Error {
  if (!(error instanceof Error) || isUnavailable(error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^(22|54)/.test(code)) return true;
  return [TypeError, RangeError, SyntaxError].some((kind) => error instanceof kind);
}
