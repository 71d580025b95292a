import { LockMode } from '@mikro-orm/core';
import { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { detail } from '../../errors/detail.ts';
import type { GeneratedCertificate, Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { DomainError, notFound, refusal, validationError } from '../errors.ts';
import { type IssuingContext, issueSingle } from '../issuing/issue-single.ts';
import { assertUnaltered } from '../rendering/assert-genuine.ts';
import { findRenderable, type Renderable } from '../rendering/start.ts';
import { earlierAnswer } from '../shared/idempotency.ts';
import { currentVersion, type IssuableVersion } from '../templates/read-current-version.ts';
import { keptValues } from './rules.ts';
import { runPrepared, StaleError } from './run-prepared.ts';
import type { RenewCertificate, RenewedCertificate } from './schemas.ts';

const ROUTE = 'POST /certificates/{id}/renew';

/**
 * Issues a new certificate that renews another one, from the current version of its template and with its values. CONFLICT if it is
 * revoked, has failed or is renewed already; VALIDATION_ERROR if the values do not suit the template.
 */
export async function renewCertificate(context: IssuingContext, input: RenewCertificate): Promise<RenewedCertificate> {
  const { id, dryRun, sendEmail } = input;
  const earlier = dryRun ? null : await earlierAnswer<GeneratedCertificate>(context, ROUTE, input);
  const issue = () =>
    runPrepared(async () => {
      const before = await findRenderable(context.em(), { organisationId: context.organisationId, id });
      if (!before) throw notFound();
      assertUnaltered(context, before);
      const template = await templateOf(context, before);
      const recipient = recipientFor(before, template, input);
      return issueSingle(context, {
        ...{ route: ROUTE, body: input, action: 'certificates.renew', template, recipient, sendEmail, dryRun },
        assertCurrent: (em) => assertUnchanged(em, before),
      }).catch(asConflict);
    });
  return { ...(earlier ?? (await issue())), renewalOf: id.toLowerCase() };
}

async function templateOf(context: DomainContext, { templateId }: Renderable): Promise<IssuableVersion> {
  if (templateId === null) throw refusal('template_unavailable');
  return currentVersion(context, templateId).catch((error: unknown) => {
    throw error instanceof DomainError && error.code === 'NOT_FOUND' ? refusal('template_unavailable') : error;
  });
}

/** Returns the recipient of the renewal: that of the certificate, except for given values. The external id is not copied. */
function recipientFor(row: Renderable, template: IssuableVersion, given: RenewCertificate): Recipient {
  const { variables, awardedOn, expiresAt, sendEmail } = given;
  const recipientEmail = given.recipientEmail ?? row.recipientEmail ?? undefined;
  if (sendEmail && recipientEmail === undefined) throw validationError(detail('recipientEmail', 'email_needed'));
  return {
    ...{ variables: { ...keptValues(row, template), ...variables }, renewalOf: row.id },
    ...(recipientEmail !== undefined && { recipientEmail }),
    ...(awardedOn !== undefined && { awardedOn }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(row.givenLanguage && { language: row.givenLanguage }),
  };
}

/** Locks the renewed certificate. Throws StaleError if it was corrected after the renewal was prepared. */
async function assertUnchanged(em: EntityManager, { organisationId, id, statementNumber }: Renderable): Promise<void> {
  const row = await em.findOne(CertificateRow, { organisationId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (row?.statementNumber !== statementNumber) throw new StaleError();
}

/** Throws CONFLICT for a fault of the renewed certificate, which batches report as one of the row. */
function asConflict(error: unknown): never {
  const { details = [] } = error instanceof DomainError ? error.extras : {};
  const fault = details.find(({ path }) => path === 'renewalOf');
  if (fault?.code === 'certificate_revoked' || fault?.code === 'certificate_failed') throw refusal(fault.code);
  if (fault?.code === 'already_renewed') {
    const { certificateId = null } = fault.params;
    throw refusal(fault.code, { certificateId });
  }
  throw error;
}
