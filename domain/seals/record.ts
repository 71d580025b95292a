import type { EntityManager } from '../../database/orm.ts';
import { type Bound, statement } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { sha256 } from '../shared/crypto.ts';
import { iso } from '../shared/schemas.ts';
import { type FileStatement, type IssueStatement, type StatusStatement, statementText } from './statements.ts';

interface Certificate {
  organisationId: string;
  id: string;
  verificationHash: Uint8Array;
}

/** Number of the statement about a certificate's files; those about its status come after it. */
export const FILES = 0;

type Contents = Omit<IssueStatement, 'version' | 'kind' | 'verificationHash' | 'sealedAt'>;

/** Signs what a certificate's files are and records it, in the transaction that completes the certificate. */
export async function sealFiles(
  em: EntityManager,
  services: Services,
  certificate: Certificate,
  contents: Contents,
): Promise<void> {
  const sealedAt = services.now();
  const { verificationHash } = signedParts(certificate, sealedAt);
  await insert(em, services, certificate, {
    number: FILES,
    sealedAt,
    statement: { version: 2, kind: 'issue', verificationHash, ...contents, sealedAt: iso(sealedAt) },
  });
}

/** Signs a revocation or a reinstatement and records it; the caller's transaction holds the lock of the certificate's row. */
export async function sealStatus(
  em: EntityManager,
  services: Services,
  certificate: Certificate,
  status: { kind: 'revoke'; reason: string; at: Date } | { kind: 'reinstate'; at: Date },
): Promise<void> {
  const { organisationId, id: certificateId } = certificate;
  const [last] = await lastStatement(em, { organisationId, certificateId });
  const common = {
    ...signedParts(certificate, status.at),
    previous: last ? sha256(last.statement).toString('hex') : null,
  };
  await insert(em, services, certificate, {
    // The first number stays free for the files of a certificate that is revoked before they are rendered.
    number: (last?.number ?? FILES) + 1,
    sealedAt: status.at,
    statement:
      status.kind === 'revoke'
        ? { ...common, kind: status.kind, reason: status.reason }
        : { ...common, kind: status.kind },
  });
}

const signedParts = ({ verificationHash }: Certificate, sealedAt: Date) => ({
  version: 2 as const,
  verificationHash: Buffer.from(verificationHash).toString('hex'),
  sealedAt: iso(sealedAt),
});

async function insert(
  em: EntityManager,
  { signer }: Services,
  { organisationId, id: certificateId }: Certificate,
  made: { number: number; sealedAt: Date; statement: FileStatement | StatusStatement },
): Promise<void> {
  const text = statementText(made.statement);
  await insertSeal(em, {
    organisationId,
    certificateId,
    number: made.number,
    statement: text,
    signature: Buffer.from(signer.sign(Buffer.from(text))),
    keyId: signer.keyId,
    createdAt: made.sealedAt,
  });
}

interface NewSeal {
  organisationId: string;
  certificateId: string;
  number: number;
  statement: string;
  signature: Uint8Array;
  keyId: string;
  createdAt: Date;
}

const insertSeal = statement((db, seal: Bound<NewSeal>) =>
  db.insertInto('seals').values({
    organisationId: seal.organisationId,
    certificateId: seal.certificateId,
    number: seal.number,
    statement: seal.statement,
    signature: seal.signature,
    keyId: seal.keyId,
    createdAt: seal.createdAt,
  }),
);

const lastStatement = statement(
  (db, { organisationId, certificateId }: Bound<{ organisationId: string; certificateId: string }>) =>
    db
      .selectFrom('seals')
      .select(['number', 'statement'])
      .where('organisationId', '=', organisationId)
      .where('certificateId', '=', certificateId)
      .orderBy('number', 'desc')
      .limit(1),
);
