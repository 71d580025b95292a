import { LockMode } from '@mikro-orm/core';
import { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type Detail, detail } from '../../errors/detail.ts';
import { hasLineControl } from '../../errors/text-fault.ts';
import { valueFaults } from '../../templates-engine/index.ts';
import { inOrganisation, type Services } from '../context.ts';
import { notFound, refusal, validationError } from '../errors.ts';
import { assertAuthentic, macOf } from '../shared/authentic-rows.ts';
import { mailboxOf } from '../shared/email-address.ts';
import { newId } from '../shared/ids.ts';
import { lowestIdAt } from '../shared/pages.ts';
import { isBlank, iso } from '../shared/schemas.ts';
import { variablePath } from '../templates/match-variables.ts';
import { findOwnCertificate } from './queries.ts';
import { readAskable } from './read-askable.ts';
import { assertAskable, DAILY_LIMITS, DAY_MS, withLineEnds } from './rules.ts';
import type { AskCorrection } from './schemas.ts';
import type { Askable } from './types.ts';

/** Recipient who asks, by the mailboxes of the session. */
type Asking = Services & { mailboxes: readonly string[] };

/**
 * Records a recipient's request for a correction. NOT_FOUND unless the certificate belongs to one of the mailboxes. CONFLICT if the
 * template accepts none, one is open, or nothing would change. RATE_LIMITED beyond the daily limits.
 */
export async function addRequest(services: Asking, input: AskCorrection): Promise<{ id: string }> {
  const certificateId = input.certificateId.toLowerCase();
  const own = await findOwnCertificate(services.em(), { mailboxes: services.mailboxes, certificateId });
  if (!own) throw notFound();
  const { organisationId, mailbox } = own;
  const context = inOrganisation(services, organisationId);
  return context.em().transactional(async (em) => {
    const where = { organisationId, id: certificateId, recipientId: own.recipientId };
    const row = await em.findOne(Certificate, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound();
    assertAuthentic(context, 'certificates', row);
    // The recipient's row has no code of its own.
    if (mailboxOf(row.recipientEmail ?? '') !== mailbox) throw notFound();
    assertAskable(row, context.now());
    const askable = (await readAskable(em, context, [row])).get(certificateId) ?? [];
    if (askable.length === 0) throw refusal('requests_not_accepted');
    const proposed = proposalsFor(askable, input.variables ?? {});
    const message = withLineEnds(input.message ?? '').trim();
    if (Object.keys(proposed).length === 0 && isBlank(message)) throw refusal('no_change');
    await assertRoom(em, { organisationId, certificateId, mailbox, recipientId: own.recipientId, now: context.now() });
    const createdAt = context.now();
    const added = {
      ...{ organisationId, id: newId(createdAt), certificateId, mailbox, revision: row.revision },
      ...{ proposed: JSON.stringify(proposed), message, status: 'OPEN' as const, createdAt, changedAt: createdAt },
    };
    await database(em)
      .insertInto('correction_requests')
      .values({ ...added, mac: macOf(context, 'correction_requests', { ...added, ...UNDECIDED }) })
      .execute();
    return { id: added.id };
  });
}

const UNDECIDED = { deciderId: null, deciderName: null, answer: null, correctedRevision: null };

/** Returns the values that differ. VALIDATION_ERROR for other variables, and for values that the certificate cannot have. */
function proposalsFor(askable: readonly Askable[], given: Readonly<Record<string, string>>): Record<string, string> {
  const known = new Map(askable.map((one) => [one.name, one]));
  const issues: Detail[] = [];
  const proposed: [string, string][] = [];
  for (const [name, text] of Object.entries(given)) {
    const variable = known.get(name);
    if (!variable) {
      issues.push(detail(variablePath(name), 'unknown_variable', { variables: [...known.keys()] }));
      continue;
    }
    const value = withLineEnds(text).trim();
    if (value === withLineEnds(variable.value).trim()) continue;
    const { isRecipientName } = variable;
    if (isBlank(value) && variable.required)
      issues.push(
        detail(variablePath(name), 'blank', { accepted: isRecipientName ? "the recipient's name" : 'a value' }),
      );
    if (isRecipientName && hasLineControl(value)) issues.push(detail(variablePath(name), 'control_character'));
    const { type, options } = variable;
    const faults = valueFaults({ type, ...(options && { options }) }, value, variable.isLanguage);
    issues.push(...faults.map((fault) => ({ ...fault, path: variablePath(name) })));
    proposed.push([name, value]);
  }
  if (issues.length > 0) throw validationError(issues);
  // Object.fromEntries, because a variable can be named `__proto__`.
  return Object.fromEntries(proposed);
}

interface Asked {
  organisationId: string;
  certificateId: string;
  recipientId: string;
  mailbox: string;
  now: Date;
}

/** Rejects a second open request, and requests beyond the daily limits. Locks the recipient, so that concurrent requests are counted. */
async function assertRoom(em: EntityManager, asked: Asked): Promise<void> {
  const { organisationId, certificateId, recipientId, mailbox, now } = asked;
  const db = database(em);
  await db
    .selectFrom('recipients')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where('id', '=', recipientId)
    .forUpdate()
    .execute();
  const requests = db.selectFrom('correction_requests').where('organisationId', '=', organisationId);
  const open = await requests
    .select('createdAt')
    .where('certificateId', '=', certificateId)
    .where('status', '=', 'OPEN')
    .executeTakeFirst();
  if (open) throw refusal('request_open', { since: iso(open.createdAt) });
  const recent = requests
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', '>=', lowestIdAt(new Date(now.getTime() - DAY_MS)));
  const { count: ofCertificate } = await recent.where('certificateId', '=', certificateId).executeTakeFirstOrThrow();
  const { count: ofMailbox } = await recent.where('mailbox', '=', mailbox).executeTakeFirstOrThrow();
  if (ofCertificate >= DAILY_LIMITS.certificate || ofMailbox >= DAILY_LIMITS.mailbox)
    throw refusal('request_limit', {}, { retryAfter: DAY_MS / 1000 });
}
