import { sql } from 'kysely';
import { Template } from '../../database/entities/template.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type Design, detailsOf, detectedVariables } from '../../templates-engine/index.ts';
import { timeAfterEndings } from '../audit/endings.ts';
import type { DomainContext } from '../context.ts';
import type { NewEvent } from '../events/types.ts';
import { holdFonts } from '../fonts/hold.ts';
import { QUOTAS } from '../limits.ts';
import { assertAuthentic, macOf } from '../shared/authentic-rows.ts';
import { canonicalJson, sha256 } from '../shared/crypto.ts';
import { assertRoom, limitReached } from '../shared/quota.ts';
import { holdDefaults } from './pictures.ts';

interface NewVersion {
  id: string;
  design: Design;
  /** Of the template from now on. */
  revision: number;
}

/**
 * Makes a design the version of a template that certificates are issued from; a template that there is not yet is made, with
 * version 1. In the caller's transaction, which holds the lock of a template that there is. Gives the version's number.
 */
export async function addVersion(
  em: EntityManager,
  context: DomainContext,
  { id, design, revision }: NewVersion,
): Promise<number> {
  const { organisationId } = context;
  const known = await em.findOne(Template, { organisationId, id });
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
  const made = versionOf(context, { id, version, design });
  // By a statement: the entity manager needs forty times the memory of what it inserts, and a design may have 40 MB.
  await database(em)
    .insertInto('template_versions')
    .values({ ...made, variables: jsonb(made.variables), language: made.language && jsonb(made.language) })
    .execute();
  await holdFonts(em, made, design.fonts ?? []);
  await holdDefaults(em, context, design);
  return version;
}

/** Returns the event of a version that was added. Its caller publishes it at the end of the transaction. */
export const publishedEvent = (
  { organisationId }: DomainContext,
  { id: templateId, version, design }: { id: string; version: number; design: Design },
): NewEvent => ({
  ...{ type: 'template.published', organisationId, subjectId: templateId, fileKey: null },
  data: { templateId, version, name: design.name },
});

const jsonb = <Value>(value: Value) => sql<Value>`${JSON.stringify(value)}::jsonb`;

/** What the list of templates shows of a design. */
const describedTemplate = (design: Design) => ({
  name: design.name,
  formationName: design.formationName ?? null,
  description: design.description ?? null,
});

/** One published state of a design. */
function versionOf(context: DomainContext, { id, version, design }: { id: string; version: number; design: Design }) {
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
    recipientNameVariable: design.recipientNameVariable,
    createdAt: context.now(),
  };
  return { ...made, mac: macOf(context, 'template_versions', made) };
}
