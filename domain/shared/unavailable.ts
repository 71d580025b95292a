/**
 * SQLSTATE codes (PostgreSQL, appendix A) of a server that is temporarily unavailable. Connections fail, resources such as the disk are
 * exhausted, a lock or statement timed out, or the server is stopping or starting. It can also be read-only: a standby after a failover, or
 * a managed server whose disk is nearly full. A transaction that was rolled back, for example after a deadlock, succeeds when it is
 * repeated.
 */
const SQLSTATE = /^(08...|40001|40P01|53...|55P03|57014|57P0[1-5]|25P03|25006)$/;
const NETWORK = /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENOENT)$/;
/** Codes of the file storage. ESTORAGE comes from adapters whose errors have no system codes. */
const STORAGE = /^(ENOSPC|EDQUOT|ESTORAGE)$/;
const LOST = /Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed)/;

/** Returns true if an error, or one of its causes, means that PostgreSQL or the file storage is temporarily unavailable. */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && [SQLSTATE, NETWORK, STORAGE].some((codes) => codes.test(code))) return true;
    if (LOST.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isUnavailable)) return true;
  }
  return false;
}
