const CERTIFICATE =
  'add sslrootcert=FILE to the address, with the certificates of the authority that signed the server’s';

/** What to do about an error of PostgreSQL, by its SQLSTATE, or of TLS, by Node's code, while it connects. */
const ADVICE: Record<string, string> = {
  '28P01': 'correct the password',
  '28000': 'correct the user, or pg_hba.conf',
  '3D000': 'create the database, then run the command migrate',
  '42501': 'grant the role the right to connect',
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID: 'connect to a name that the server’s certificate has',
};

/** Why a connection to PostgreSQL failed, in one line with what to do about it where that is known. */
export function connectionFailure(error: unknown): string {
  // A host with several addresses fails once for each.
  if (error instanceof AggregateError) return error.errors.map(connectionFailure).join(', ');
  const message = error instanceof Error ? error.message : String(error);
  const code = String((error as { code?: unknown } | null)?.code);
  if (code === '28000' && message.endsWith('no encryption'))
    return `${message}: add sslmode=verify-full to the address`;
  return ADVICE[code] ? `${message}: ${ADVICE[code]}` : message;
}
