import { sql } from 'kysely';
import type { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { below, detail } from '../../errors/detail.ts';
import { draftIssues } from '../../templates-engine/index.ts';
import type { DomainContext } from '../context.ts';
import { notFound, refusal, validationError } from '../errors.ts';
import { MAX_DESIGN_BYTES } from '../limits.ts';
import { isAuthentic, macOf, NotAuthenticError } from '../shared/authentic-rows.ts';
import { sha256 } from '../shared/crypto.ts';
import { assertRoom } from '../shared/quota.ts';
import { iso } from '../shared/schemas.ts';
import type { SavedDraft } from './schemas.ts';

/** Deletes a draft; the template continues from its revision. Returns true if there was a draft. */
export async function endDraft(em: EntityManager, { organisationId }: DomainContext, id: string): Promise<boolean> {
  const ended = await database(em)
    .with('ended', (db) =>
      db
        .deleteFrom('template_drafts')
        .where('organisationId', '=', organisationId)
        .where('templateId', '=', id)
        .returning('revision'),
    )
    .with('continued', (db) =>
      db
        .updateTable('templates as t')
        .from('ended')
        .set(({ eb, fn }) => ({ revision: eb(fn<number>('greatest', ['ended.revision', 't.revision']), '+', 1) }))
        .where('t.organisationId', '=', organisationId)
        .where('t.id', '=', id),
    )
    .selectFrom('ended')
    .select('revision')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Locks a design of the organisation until the transaction ends. Returns its latest revision. */
export async function lockDesign(em: EntityManager, { organisationId }: DomainContext, id: string): Promise<number> {
  const key = `${organisationId} ${id}`;
  const db = database(em);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
  const row = await db
    .selectFrom('template_drafts')
    .select('revision')
    .where('organisationId', '=', organisationId)
    .where('templateId', '=', id)
    .unionAll(
      db.selectFrom('templates').select('revision').where('organisationId', '=', organisationId).where('id', '=', id),
    )
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row.revision;
}

/** Locks a design of the organisation and rejects a revision that is not its latest. */
export async function assertLatest(
  em: EntityManager,
  context: DomainContext,
  { id, revision }: { id: string; revision: number },
): Promise<void> {
  if ((await lockDesign(em, context, id)) !== revision) throw refusal('design_changed');
}

/** Returns the draft's JSON and its revision; null without a draft. Throws NotAuthenticError if it was changed outside Laurel. */
export async function loadDraft(
  em: EntityManager,
  context: Pick<DomainContext, 'organisationId' | 'authenticator'>,
  id: string,
): Promise<{ design: string; revision: number } | null> {
  const row = await database(em)
    .selectFrom('template_drafts')
    .select(['organisationId', 'templateId', 'revision', 'design', 'digest', 'mac'])
    .where('organisationId', '=', context.organisationId)
    .where('templateId', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  if (!sha256(row.design).equals(row.digest) || !isAuthentic(context, 'template_drafts', row))
    throw new NotAuthenticError('template_drafts');
  return row;
}

/** Inserts or replaces the draft with the next revision. VALIDATION_ERROR for a document that is too long or cannot be stored. */
export async function writeDraft(
  em: EntityManager,
  context: DomainContext,
  { id, design, revision }: { id: string; design: Record<string, unknown>; revision: number },
): Promise<Omit<z.infer<typeof SavedDraft>, 'hasDraft'>> {
  const json = toJson(design);
  await assertRoomForDraft(em, context, id);
  const [name, formationName] = [design.name, design.formationName].map((text) =>
    typeof text === 'string' ? text : null,
  );
  const now = context.now();
  const key = { organisationId: context.organisationId, templateId: id };
  const covered = { ...key, revision: revision + 1, digest: sha256(json) };
  await database(em)
    .insertInto('template_drafts')
    .values({
      ...covered,
      mac: macOf(context, 'template_drafts', covered),
      design: json,
      name: name ?? '',
      formationName: formationName ?? null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisationId', 'templateId']).doUpdateSet(({ ref }) => ({
        design: ref('excluded.design'),
        name: ref('excluded.name'),
        formationName: ref('excluded.formationName'),
        revision: ref('excluded.revision'),
        digest: ref('excluded.digest'),
        mac: ref('excluded.mac'),
        updatedAt: ref('excluded.updatedAt'),
      })),
    )
    .execute();
  return { revision: revision + 1, updatedAt: iso(now) };
}

/** Rejects a draft beyond the limit, unless it replaces one. */
async function assertRoomForDraft(em: EntityManager, { organisationId }: DomainContext, id: string): Promise<void> {
  const draft = await database(em)
    .selectFrom('template_drafts')
    .select('templateId')
    .where('organisationId', '=', organisationId)
    .where('templateId', '=', id)
    .executeTakeFirst();
  if (!draft) await assertRoom(em, { organisationId, quota: 'drafts', table: 'template_drafts' });
}

function toJson(design: Record<string, unknown>): string {
  const issues = below('design', draftIssues(design));
  const json = JSON.stringify(design);
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_DESIGN_BYTES)
    issues.push(detail('design', 'file_too_large', { size: bytes, most: MAX_DESIGN_BYTES }));
  if (issues.length > 0) throw validationError(issues);
  return json;
}
