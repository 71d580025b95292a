/** Classes and codes of SQLSTATE (PostgreSQL, appendix A) that say that the server can't be used now. */
const SQLSTATE = /^(08...|53300|57P0[1-5]|25P03)$/;
const NETWORK = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENOENT)$/;
const LOST = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether an error, or what caused it, is that PostgreSQL restarts, stops or can't be reached. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && (SQLSTATE.test(code) || NETWORK.test(code))) return true;
    if (LOST.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true;
  }
  return false;
}
