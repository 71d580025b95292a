const CERTIFICATE =
  'add sslrootcert=FILE to the address, with the certificates of the authority that signed the server’s';

/** Remedies for connection errors, by PostgreSQL's SQLSTATE or Node's TLS code. */
const ADVICE: Record<string, string> = {
  '28P01': 'correct the password',
  '28000': 'correct the user, or pg_hba.conf',
  '3D000': 'create the database, then run the command migrate',
  '42501': 'grant the role the right to connect',
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID: 'connect to a name in the server’s certificate',
};

/** Returns the reason why a connection to PostgreSQL failed, in one line, with the remedy if it is known. */
export function connectionFailure(error: unknown): string {
  // A host with several addresses has one error for each.
  if (error instanceof AggregateError) return error.errors.map(connectionFailure).join(', ');
  const message = error instanceof Error ? error.message : String(error);
  const code = String((error as { code?: unknown } | null)?.code);
  if (code === '28000' && message.endsWith('no encryption'))
    return `${message}: add sslmode=verify-full to the address`;
  return ADVICE[code] ? `${message}: ${ADVICE[code]}` : message;
}
