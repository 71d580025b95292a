import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext, DomainContext } from '../context.ts';
import { DomainError, notFound, validationError } from '../errors.ts';
import { iso } from '../shared/schemas.ts';
import { getDesign } from './read-designs.ts';
import type { CreateDesign, SaveDraft, SavedDraft } from './schemas.ts';

/** A dozen pictures of the largest size: what a request may carry. */
const MAX_LENGTH = 10_000_000;

/** A new design, not published yet: blank, imported, or a copy. */
export const createDesign = (
  context: ActingContext,
  { design }: z.infer<typeof CreateDesign>,
): Promise<{ id: string }> => addDesign(context, design, 'designs.create');

/** A draft of one's own with the document of any design that can be looked at. */
export async function duplicateDesign(context: ActingContext, { id }: { id: string }): Promise<{ id: string }> {
  const { design } = await getDesign(context, { id });
  const name = typeof design.name === 'string' ? `${design.name} (copy)`.slice(0, 200) : 'Copy';
  return addDesign(context, { ...design, name }, 'designs.duplicate');
}

async function addDesign(
  context: ActingContext,
  design: Record<string, unknown>,
  action: 'designs.create' | 'designs.duplicate',
): Promise<{ id: string }> {
  const id = uuidv7();
  await context.em().transactional(async (em) => {
    await write(em, context, { id, design, revision: 0 });
    await recordAction(em, context, { action, subject: id });
  });
  return { id };
}

/**
 * Keeps a draft as it is, right or not. Refused where somebody else has saved since it was opened. The audit log leaves it
 * out: the designer saves by itself every few seconds, and its publication is recorded.
 */
export async function saveDraft(
  context: DomainContext,
  { id, design, revision }: z.infer<typeof SaveDraft>,
): Promise<z.infer<typeof SavedDraft>> {
  return context.em().transactional(async (em) => {
    await assertLatest(em, context, { id, revision });
    return write(em, context, { id, design, revision });
  });
}

/** Goes back to what is published; a design that never was ends with its draft. */
export async function discardDraft(context: ActingContext, { id }: { id: string }): Promise<void> {
  await context.em().transactional(async (em) => {
    if (!(await endDraft(em, context, id))) throw notFound();
    await recordAction(em, context, { action: 'designs.discardDraft', subject: id });
  });
}

/** Deletes a draft; the template goes on from its revision. Gives whether there was one. */
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
        .set(({ eb }) => ({ revision: eb('ended.revision', '+', 1) }))
        .where('t.organisationId', '=', organisationId)
        .where('t.id', '=', id),
    )
    .selectFrom('ended')
    .select('revision')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Locks a design of the organisation, and refuses a revision that is not its latest. */
export async function assertLatest(
  em: EntityManager,
  { organisationId }: DomainContext,
  { id, revision }: { id: string; revision: number },
): Promise<void> {
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
  if (row.revision !== revision)
    throw new DomainError('CONFLICT', 'Somebody else has changed the design since it was opened');
}

async function write(
  em: EntityManager,
  context: DomainContext,
  { id, design, revision }: { id: string; design: Record<string, unknown>; revision: number },
): Promise<z.infer<typeof SavedDraft>> {
  const json = toJson(design);
  const [name, formationName] = [design.name, design.formationName].map((text) =>
    typeof text === 'string' ? text : null,
  );
  const now = context.now();
  await database(em)
    .insertInto('template_drafts')
    .values({
      organisationId: context.organisationId,
      templateId: id,
      design: json,
      name: name ?? '',
      formationName: formationName ?? null,
      revision: revision + 1,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisationId', 'templateId']).doUpdateSet(({ ref }) => ({
        design: ref('excluded.design'),
        name: ref('excluded.name'),
        formationName: ref('excluded.formationName'),
        revision: ref('excluded.revision'),
        updatedAt: ref('excluded.updatedAt'),
      })),
    )
    .execute();
  return { revision: revision + 1, updatedAt: iso(now) };
}

/** What JSON can escape and PostgreSQL can't store; an escaped backslash is none. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

function toJson(design: Record<string, unknown>): string {
  const json = JSON.stringify(design);
  const fault =
    (json.length > MAX_LENGTH && `takes at most ${MAX_LENGTH} characters, got ${json.length}`) ||
    (UNSTORABLE.test(json) && 'must not contain NUL or a lone surrogate');
  if (fault) throw validationError('The request is not valid', [{ path: 'design', message: fault }]);
  return json;
}
