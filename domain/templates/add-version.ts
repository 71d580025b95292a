import { sql } from 'kysely';
import { Template } from '../../database/entities/template.ts';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { type Design, detailsOf, detectedVariables } from '../../templates-engine/index.ts';
import { timeAfterEndings } from '../audit/find-endings.ts';
import type { ActingContext, DomainContext } from '../context.ts';
import { refusal } from '../errors.ts';
import type { NewEvent } from '../events/types.ts';
import { holdFonts } from '../fonts/hold.ts';
import { QUOTAS } from '../limits.ts';
import { assertAuthentic, macOf } from '../shared/authentic-rows.ts';
import { canonicalJson, sha256 } from '../shared/crypto.ts';
import { assertRoom, limitReached } from '../shared/quota.ts';
import { holdDefaults } from './hold-pictures.ts';
import { type IssuingRules, rulesOf, versionRules } from './rules.ts';

interface NewVersion {
  id: string;
  design: Design;
  /** New revision of the template. */
  revision: number;
  /** Note of the author about the version. */
  note?: string | undefined;
}

/**
 * Adds a design as the current version of a template, from which certificates are issued. Creates the template with version 1 if it does
 * not exist. The caller's transaction has locked an existing template. CONFLICT for an archived one. Returns the version's number.
 */
export async function addVersion(
  em: EntityManager,
  context: ActingContext,
  { id, design, revision, note }: NewVersion,
): Promise<number> {
  const { organisationId } = context;
  const known = await em.findOne(Template, { organisationId, id });
  if (known?.archivedAt) throw refusal('template_archived');
  const version = (known?.currentVersion ?? 0) + 1;
  if (version > QUOTAS['versions of the template']) throw limitReached('versions of the template');
  if (!known) await assertRoom(em, { organisationId, quota: 'templates', table: 'templates' });
  if (known) assertAuthentic(context, 'templates', known);
  const described = { ...describedTemplate(design), currentVersion: version, revision };
  const updatedAt = context.now();
  const changedAt = await timeAfterEndings(em, context, id);
  const kept = { organisationId, id, type: known?.type ?? ('PRIVATE' as const), archivedAt: known?.archivedAt ?? null };
  const mac = macOf(context, 'templates', { ...kept, ...described, changedAt });
  if (known) em.assign(known, { ...described, updatedAt, changedAt, mac });
  else em.persist(em.create(Template, { ...kept, ...described, mac, updatedAt, changedAt, createdAt: updatedAt }));
  await em.flush();
  const made = versionOf(context, { id, version, design, note: note ?? null });
  // A plain statement, because designs can have 40 MB. The entity manager needs forty times the memory of an inserted row.
  await database(em)
    .insertInto('template_versions')
    .values({
      ...made,
      variables: jsonb(made.variables),
      language: made.language && jsonb(made.language),
      rules: jsonb(made.rules),
    })
    .execute();
  if (known) await scheduleReminders(em, context, { templateId: id, version, rules: made.rules });
  await holdFonts(em, made, design.fonts ?? []);
  await holdDefaults(em, context, design);
  return version;
}

/** Queues another look at the template's certificates if the version has other reminders than the former one. */
async function scheduleReminders(
  em: EntityManager,
  { organisationId }: DomainContext,
  { templateId, version, rules }: { templateId: string; version: number; rules: IssuingRules },
): Promise<void> {
  const former = await database(em)
    .selectFrom('template_versions')
    .select('rules')
    .where('organisationId', '=', organisationId)
    .where('templateId', '=', templateId)
    .where('version', '=', version - 1)
    .executeTakeFirstOrThrow();
  const isSame = canonicalJson(versionRules(former).reminders ?? null) === canonicalJson(rules.reminders ?? null);
  if (!isSame) await enqueue(em, 'schedule-looks', [{ payload: { organisationId, templateId } }]);
}

/** Returns the event of an added version. The caller publishes it at the end of the transaction. */
export const publishedEvent = (
  { organisationId }: DomainContext,
  { id: templateId, version, design }: { id: string; version: number; design: Design },
): NewEvent => ({
  ...{ type: 'template.published', organisationId, subjectId: templateId, fileKey: null },
  data: { templateId, version, name: design.name },
});

const jsonb = <Value>(value: Value) => sql<Value>`${JSON.stringify(value)}::jsonb`;

/** Returns the columns of a design that the list of templates shows. */
const describedTemplate = (design: Design) => ({
  name: design.name,
  formationName: design.formationName ?? null,
  description: design.description ?? null,
  tags: design.tags ?? [],
});

/** Returns the row of a published design. */
function versionOf(
  context: ActingContext,
  { id, version, design, note }: { id: string; version: number; design: Design; note: string | null },
) {
  const json = canonicalJson(design);
  const names = detectedVariables(design);
  const made = {
    organisationId: context.organisationId,
    templateId: id,
    version,
    digest: sha256(json),
    design: json,
    detectedVariables: names,
    variables: names.map((name) => detailsOf(design, name)),
    language: design.language ?? null,
    rules: rulesOf(design),
    recipientNameVariable: design.recipientNameVariable,
    authorName: context.actor.name,
    note,
    createdAt: context.now(),
  };
  return { ...made, mac: macOf(context, 'template_versions', made) };
}
