import { type RawBuilder, sql } from 'kysely';
import { database } from '../../database/queue.ts';
import type { DomainContext } from '../context.ts';

/** A published template with its current version. */
interface Published {
  current_version: number;
  name: string;
  formation_name: string | null;
  description: string | null;
  type: 'PRIVATE' | 'PUBLIC';
  revision: number;
  digest: Buffer;
  detected_variables: string[];
  recipient_name_variable: string;
  /** As PostgreSQL writes them: MikroORM leaves dates alone in SQL of our own. */
  archived_at: string | null;
  created_at: string;
  updated_at: string;
}

interface Draft {
  draft_revision: number;
  draft_name: string;
  draft_formation_name: string | null;
  /** The document's JSON; null unless it was asked for. */
  draft: string | null;
}

type Nulls<Columns> = { [Column in keyof Columns]: null };

/** A template before its first publication is a draft alone; a published one has a draft while it is being changed. */
export type TemplateRow = Common & (Published | Nulls<Published>) & (Draft | Nulls<Draft>);

interface Common {
  id: string;
  organisation_id: string;
  times_used: string | null;
  /** When the draft, or else the template, was last changed. */
  changed_at: string;
}

interface Selection {
  /** Of the one that is wanted. */
  id?: string;
  /** On `t`, the published template, and `d`, the draft. */
  where?: RawBuilder<unknown>;
  order?: RawBuilder<unknown>;
  withDraft?: boolean;
}

/** The organisation's templates and drafts, and the public templates of all. */
export async function selectTemplates(
  context: DomainContext,
  { id, where = sql`true`, order = sql`id`, withDraft = false }: Selection,
): Promise<TemplateRow[]> {
  const { organisationId } = context;
  const { rows } = await sql<TemplateRow>`
    select coalesce(t.id, d.template_id) as id, coalesce(t.organisation_id, d.organisation_id) as organisation_id,
      t.current_version, t.name, t.formation_name, t.description, t.type, t.revision, v.digest, v.detected_variables,
      v.recipient_name_variable, t.archived_at, t.created_at, t.updated_at, d.revision as draft_revision,
      d.name as draft_name, d.formation_name as draft_formation_name, coalesce(d.updated_at, t.updated_at) as changed_at,
      ${withDraft ? sql`d.design` : sql`null`} as draft, u.times_used
    from (
      select * from templates
      where (organisation_id = ${organisationId} or type = 'PUBLIC') ${id ? sql`and id = ${id}` : sql``}) t
    full join (
      select * from template_drafts
      where organisation_id = ${organisationId} ${id ? sql`and template_id = ${id}` : sql``}) d
      on d.organisation_id = t.organisation_id and d.template_id = t.id
    left join template_versions v
      on v.organisation_id = t.organisation_id and v.template_id = t.id and v.version = t.current_version
    left join template_usage u on u.organisation_id = ${organisationId} and u.template_id = t.id
    where ${where}
    order by ${order}`.execute(database(context.em()));
  return rows;
}
