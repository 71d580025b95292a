import { LockMode } from '@mikro-orm/core';
import { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { compareViews } from '../audit/compare.ts';
import { recordAction } from '../audit/record.ts';
import { timeOfExpiry } from '../certificates/choose-term.ts';
import { enqueueRendering } from '../certificates/enqueue-rendering.ts';
import { fileKey } from '../certificates/load-file.ts';
import { expiryEvent } from '../certificates/make-event.ts';
import { view } from '../certificates/read.ts';
import type { Certificate } from '../certificates/schemas.ts';
import type { ActingContext } from '../context.ts';
import { takePlace } from '../credentials/take-place.ts';
import { notFound, refusal, validationError } from '../errors.ts';
import { assertIssued } from '../rendering/assert-genuine.ts';
import { makeNewCredential, type NewCredential, sealCredential } from '../rendering/make-credential.ts';
import { designOf } from '../rendering/make-files.ts';
import { removeEditions } from '../rendering/remove-files.ts';
import { findRenderable, type Renderable } from '../rendering/start.ts';
import { isEarlier, type SealedFacts } from '../seals/follow-chain.ts';
import { sealChange } from '../seals/record.ts';
import { isoOrNull } from '../shared/schemas.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { assertAmendable, expiryIssues } from './rules.ts';
import { runPrepared, StaleError } from './run-prepared.ts';
import type { ChangeExpiry } from './schemas.ts';

/** Context of a change of expiry. Only those who may revoke can move it earlier. */
type Changing = ActingContext & { mayRevoke: boolean };

/** Change that was prepared for a state of the certificate. */
interface Prepared {
  row: Renderable;
  facts: SealedFacts;
  expiresAt: Date | null;
  /** Place of the new credential in the status lists. */
  statusNumber: number | null;
  /** Null if files are to be rendered. */
  credential: NewCredential | null;
}

/**
 * Changes when a certificate expires, by a signed statement. Hash and link stay. There is a new credential, and there are new other files
 * only if the design shows the expiry. An unchanged expiry changes nothing. A revoked certificate is CONFLICT; an expiry before the award
 * is VALIDATION_ERROR.
 */
export async function changeExpiry(context: Changing, input: ChangeExpiry): Promise<Certificate> {
  const changed = await changeIfDifferent(context, input);
  if (changed) return changed;
  const em = context.em();
  const row = await em.findOneOrFail(CertificateRow, { organisationId: context.organisationId, id: input.id });
  return view(context, em, row);
}

/** Returns null, and changes nothing, if the certificate already has this expiry. */
export const changeIfDifferent = (context: Changing, input: ChangeExpiry): Promise<Certificate | null> =>
  runPrepared(async () => {
    const prepared = await prepare(context, input);
    if (prepared === null) return null;
    const changed = await context.em().transactional((em) => apply(em, context, { ...prepared, reason: input.reason }));
    const { facts, credential, row } = prepared;
    if (credential) await removeEditions(context, row, facts.editions, keptNames(facts, credential));
    return changed;
  });

/** Returns the change with everything that it stores; null if the certificate already has this expiry. */
async function prepare(context: Changing, { id, expiresAt: given }: ChangeExpiry): Promise<Prepared | null> {
  const { organisationId } = context;
  const row = await findRenderable(context.em(), { organisationId, id });
  if (!row) throw notFound();
  assertAmendable(row, context.now());
  const facts = assertIssued(context, row);
  const expiresAt = timeOfExpiry(given, row.timeZone);
  const issues = expiryIssues(expiresAt, row, 'expiresAt');
  if (issues.length > 0) throw validationError(issues);
  if (expiresAt?.getTime() === row.expiresAt?.getTime()) return null;
  const closes = isEarlier(expiresAt, row.expiresAt ?? null);
  if (closes && !context.mayRevoke) throw refusal('missing_scope', { scope: 'certificates:revoke' });
  const statusNumber = closes && facts.files ? await takePlace(context.em(), organisationId) : row.statusNumber;
  const isRendered = row.renderStatus === 'COMPLETED' && !(await showsExpiry(context, row));
  const credential = isRendered ? await makeNewCredential(context, { ...row, expiresAt, statusNumber }) : null;
  return { row, facts, expiresAt, statusNumber, credential };
}

/** Returns true if the design has the expiry in a text or a condition. */
const showsExpiry = async (context: Changing, row: Renderable): Promise<boolean> =>
  row.originalDigest == null && (await designOf(context, row)?.design())?.includes('expiresOn') === true;

async function apply(
  em: EntityManager,
  context: Changing,
  { row: before, facts, expiresAt, statusNumber, credential, reason }: Prepared & { reason: string },
): Promise<Certificate> {
  const { organisationId, id } = before;
  const row = await em.findOne(CertificateRow, { organisationId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (row?.statementNumber !== before.statementNumber || !isSameRendering(row, before)) throw new StaleError();
  // It can be deleted as a file of an interrupted rendering, until the row is locked.
  const isStored = !credential || (await context.storage.digest(fileKey(row, 'json', credential.digest))) !== null;
  if (!isStored) throw new StaleError();
  const changes = compareViews({ expiresAt: before.expiresAt }, { expiresAt });
  await recordAction(em, context, { action: 'certificates.changeExpiry', subject: id, changes });
  await sealChange(em, context, row, { kind: 'expiry', reason, expiresAt: isoOrNull(expiresAt) }, (changed) => {
    changed.expiresAt = expiresAt;
    changed.statusNumber = statusNumber;
    changed.renderStatus = credential ? changed.renderStatus : 'PENDING';
  });
  await em.flush();
  if (credential && facts.files) await sealCredential(em, context, row, { files: facts.files, credential });
  else await enqueueRendering(em, { organisationId, certificateId: id });
  const shown = await view({ ...context, em: () => em }, em, row);
  await publishEvents(em, context, [expiryEvent(row)]);
  return shown;
}

/** Compares whether both are rendered. A rendering that ended since has the former expiry. */
const isSameRendering = (row: CertificateRow, before: Renderable): boolean =>
  (row.renderStatus === 'COMPLETED') === (before.renderStatus === 'COMPLETED') && row.renderStatus !== 'FAILED';

/** Returns the names of the PDF and the image, which stay, and of the new credential. */
function keptNames({ files }: SealedFacts, { digest }: NewCredential): string[] {
  return [`${files?.pdfSha256}.pdf`, `${files?.imageSha256}.png`, `${digest.toString('hex')}.json`];
}
