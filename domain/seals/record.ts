import type { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import { jsonTable, toJson } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, statement } from '../../database/sql.ts';
import { inOrganisation, type Services } from '../context.ts';
import { changeAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import { sha256 } from '../shared/crypto.ts';
import { iso } from '../shared/schemas.ts';
import { type ChangeStatement, type IssueStatement, statementText } from './parse-statement.ts';

type Certificate = Pick<CertificateRow, 'organisationId' | 'id' | 'verificationHash' | 'createdAt'>;

/** Number of the statement about a certificate's files. Statements about its status have higher numbers. */
export const FILES = 0;

interface Files {
  certificate: Certificate;
  contents: Omit<IssueStatement, 'version' | 'kind' | 'verificationHash' | 'sealedAt'>;
}

/** Signs and records a statement about each certificate's files, in the transaction that completes the certificates. */
export async function sealFiles(em: EntityManager, services: Services, files: readonly Files[]): Promise<void> {
  const seals = files.map(({ certificate, contents }) => {
    const now = inOrganisation(services, certificate.organisationId).now();
    // If the clock was set back, a certificate must still not be sealed before it was issued.
    const sealedAt = new Date(Math.max(now.getTime(), certificate.createdAt.getTime()));
    const { verificationHash } = signedParts(certificate, sealedAt);
    const statement = { version: 1, kind: 'issue', verificationHash, ...contents, sealedAt: iso(sealedAt) } as const;
    return seal(services, certificate, { number: FILES, sealedAt, statement });
  });
  await insert(em, seals);
}

/** Change of a certificate, without the members that every statement has. */
type Change = Without<ChangeStatement>;
type Without<Statement> = Statement extends unknown
  ? Omit<Statement, 'version' | 'verificationHash' | 'sealedAt' | 'previous'>
  : never;

/**
 * Signs and records a change, and changes the certificate's row accordingly. The caller's transaction has locked the row and writes it.
 * Throws NotAuthenticError if the row or the previous statement was changed outside Laurel.
 */
export async function sealChange(
  em: EntityManager,
  services: Services,
  certificate: CertificateRow,
  given: Change,
  change: (row: CertificateRow, sealedAt: Date) => void,
): Promise<void> {
  const { organisationId, id: certificateId } = certificate;
  const [last] = await lastStatement(em, { organisationId, certificateId });
  if (!isLastStatement(certificate, last)) throw new NotAuthenticError('seals');
  // Statements are logged in the order of their times, so a clock that was set back must not change their order.
  const now = inOrganisation(services, organisationId).now();
  const sealedAt = new Date(Math.max(now.getTime(), certificate.createdAt.getTime(), last?.createdAt.getTime() ?? 0));
  const common = {
    ...signedParts(certificate, sealedAt),
    previous: last ? sha256(last.statement).toString('hex') : null,
  };
  const statement: ChangeStatement = { ...common, ...given };
  // The first number stays free for the files of a certificate that is changed before rendering.
  const made = seal(services, certificate, { number: (last?.number ?? FILES) + 1, sealedAt, statement });
  await insert(em, [made]);
  changeAuthentic(services, 'certificates', certificate, (row) => {
    row.statementNumber = made.number;
    row.statementDigest = sha256(made.statement);
    change(row, sealedAt);
  });
}

/** Signs and records a revocation or reinstatement as `sealChange` does. */
export const sealStatus = (
  em: EntityManager,
  services: Services,
  certificate: CertificateRow,
  status: { kind: 'revoke'; reason: string } | { kind: 'reinstate' },
): Promise<void> =>
  sealChange(em, services, certificate, status, (row, sealedAt) => {
    row.revokedAt = status.kind === 'revoke' ? sealedAt : null;
    row.revokedReason = status.kind === 'revoke' ? status.reason : null;
  });

/** Statement about the revocation of a certificate that is recorded as revoked, and the columns of its row. */
export interface ImportedRevocation {
  seal: Seal;
  columns: Pick<CertificateRow, 'statementNumber' | 'statementDigest' | 'revokedAt' | 'revokedReason'>;
}

/** Returns the signed revocation of a certificate that was revoked elsewhere at a time, before its import. */
export function sealImported(
  services: Services,
  certificate: Certificate,
  { at, reason }: { at: Date; reason: string },
): ImportedRevocation {
  const { createdAt: sealedAt } = certificate;
  const statement = {
    ...signedParts(certificate, sealedAt),
    ...{ kind: 'revoke' as const, previous: null, reason, revokedAt: iso(at) },
  };
  const made = seal(services, certificate, { number: FILES + 1, sealedAt, statement });
  return {
    seal: made,
    columns: {
      ...{ statementNumber: made.number, statementDigest: sha256(made.statement) },
      ...{ revokedAt: at, revokedReason: reason },
    },
  };
}

/** Records the statements of imported certificates, whose rows the caller's transaction has recorded. */
export const recordImported = (em: EntityManager, revocations: readonly ImportedRevocation[]): Promise<unknown> =>
  insert(
    em,
    revocations.map((revocation) => revocation.seal),
  );

/** Returns true if this is the last statement about the status according to the certificate's row. */
export function isLastStatement(
  { statementNumber, statementDigest }: Pick<CertificateRow, 'statementNumber' | 'statementDigest'>,
  last: { number: number; statement: string } | undefined,
): boolean {
  if (!last || last.number === FILES) return statementNumber === FILES && !statementDigest;
  return last.number === statementNumber && sha256(last.statement).equals(statementDigest ?? Buffer.alloc(0));
}

const signedParts = ({ verificationHash }: Certificate, sealedAt: Date) => ({
  version: 1 as const,
  verificationHash: Buffer.from(verificationHash).toString('hex'),
  sealedAt: iso(sealedAt),
});

function seal(
  services: Services,
  { organisationId, id: certificateId }: Certificate,
  {
    number,
    sealedAt,
    statement: signed,
  }: { number: number; sealedAt: Date; statement: IssueStatement | ChangeStatement },
) {
  const { signer } = inOrganisation(services, organisationId);
  const text = statementText(signed);
  const signature = Buffer.from(signer.sign(Buffer.from(text)));
  return {
    organisationId,
    certificateId,
    number,
    statement: text,
    signature,
    keyId: signer.keyId,
    createdAt: sealedAt,
  };
}
type Seal = ReturnType<typeof seal>;

const COLUMN_TYPES = {
  organisationId: 'uuid',
  certificateId: 'uuid',
  number: 'integer',
  statement: 'text',
  signature: 'bytea',
  keyId: 'text',
  createdAt: 'timestamptz',
} as const;
const COLUMNS = Object.keys(COLUMN_TYPES) as (keyof typeof COLUMN_TYPES)[];

const insert = (em: EntityManager, seals: readonly Seal[]) => insertRows(em, { rows: toJson(seals, COLUMN_TYPES) });
const insertRows = statement((db, { rows }: Bound<{ rows: string }>) =>
  db
    .insertInto('seals')
    .columns(COLUMNS)
    .expression(({ selectFrom }) => selectFrom(jsonTable<Seal>(rows, COLUMN_TYPES)).select(COLUMNS)),
);

const lastStatement = statement(
  (db, { organisationId, certificateId }: Bound<{ organisationId: string; certificateId: string }>) =>
    db
      .selectFrom('seals')
      .select(['number', 'statement', 'createdAt'])
      .where('organisationId', '=', organisationId)
      .where('certificateId', '=', certificateId)
      .orderBy('number', 'desc')
      .limit(1),
);
