/**
 * Codes of SQLSTATE (PostgreSQL, appendix A) that say that the server can't do it now: connections fail, resources such as
 * the disk are used up, a lock or a statement took too long, the server stops or starts, or it is read-only: a standby
 * after a failover, or a managed one whose disk is nearly full.
 */
const SQLSTATE = /^(08...|53...|55P03|57014|57P0[1-5]|25P03|25006)$/;
const NETWORK = /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENOENT)$/;
/** Of the storage of files; ESTORAGE is that of adapters whose errors have no codes of a system. */
const STORAGE = /^(ENOSPC|EDQUOT|ESTORAGE)$/;
const LOST = /Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed)/;

/** Whether an error, or what caused it, is that PostgreSQL or the storage of files can't be used for the moment. */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && [SQLSTATE, NETWORK, STORAGE].some((codes) => codes.test(code))) return true;
    if (LOST.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isUnavailable)) return true;
  }
  return false;
}
