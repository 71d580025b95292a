import { sql } from 'kysely';
import { database } from '../../database/queue.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { iso, isoOrNull } from '../shared/schemas.ts';
import type { Design, DesignSummary } from './design-schemas.ts';
import { thumbnailUrl } from './thumbnail.ts';
import { loadDesign } from './version.ts';

interface Row {
  id: string;
  organisation_id: string;
  name: string | null;
  formation_name: string | null;
  digest: Buffer | null;
  current_version: number | null;
  revision: number | null;
  archived_at: string | null;
  times_used: string | null;
  updated_at: string;
}

/** Own templates, drafts and the public ones: those changed last come first. */
export async function listDesigns(context: DomainContext): Promise<{ designs: DesignSummary[] }> {
  const { organisationId } = context;
  const { rows } = await sql<Row>`
    select coalesce(t.id, d.template_id) as id, coalesce(t.organisation_id, d.organisation_id) as organisation_id,
      coalesce(d.name, t.name) as name, coalesce(d.formation_name, t.formation_name) as formation_name, v.digest,
      t.current_version, d.revision, t.archived_at, u.times_used, coalesce(d.updated_at, t.updated_at) as updated_at
    from (select * from templates where organisation_id = ${organisationId} or (type = 'PUBLIC' and archived_at is null)) t
    full join (
      select template_id, organisation_id, revision, updated_at, name, formation_name
      from template_drafts where organisation_id = ${organisationId}) d
      on d.organisation_id = t.organisation_id and d.template_id = t.id
    left join template_versions v
      on v.organisation_id = t.organisation_id and v.template_id = t.id and v.version = t.current_version
    left join template_usage u on u.organisation_id = ${organisationId} and u.template_id = t.id
    order by updated_at desc, id`.execute(database(context.em()));
  return { designs: rows.map((row) => toSummary(context, row)) };
}

function toSummary(context: DomainContext, row: Row): DesignSummary {
  const at = { organisationId: row.organisation_id, templateId: row.id };
  return {
    id: row.id,
    name: row.name ?? '',
    formationName: row.formation_name,
    thumbnailUrl: row.digest && thumbnailUrl(context, { ...at, digest: row.digest }),
    publishedVersion: row.current_version,
    hasDraft: row.revision !== null,
    archivedAt: isoOrNull(row.archived_at === null ? null : new Date(row.archived_at)),
    timesUsed: Number(row.times_used ?? 0),
    updatedAt: iso(new Date(row.updated_at)),
    isOwn: row.organisation_id === context.organisationId,
  };
}

interface Opened extends Pick<Row, 'current_version' | 'revision' | 'archived_at' | 'updated_at' | 'organisation_id'> {
  draft: string | null;
  published_revision: number | null;
}

/** One design with its document: the draft, or what is published. A public one of others can be looked at, too. */
export async function getDesign(context: DomainContext, { id }: { id: string }): Promise<Design> {
  const { organisationId } = context;
  const { rows } = await sql<Opened>`
    select coalesce(t.organisation_id, d.organisation_id) as organisation_id, t.current_version, t.archived_at,
      d.revision, t.revision as published_revision, d.design as draft, coalesce(d.updated_at, t.updated_at) as updated_at
    from (select * from templates where id = ${id} and (organisation_id = ${organisationId} or type = 'PUBLIC')) t
    full join (select * from template_drafts where organisation_id = ${organisationId} and template_id = ${id}) d
      on d.organisation_id = t.organisation_id and d.template_id = t.id`.execute(database(context.em()));
  const [row] = rows;
  if (!row) throw notFound();
  const published = row.current_version;
  const at = { organisationId: row.organisation_id, templateId: id, version: published ?? 0 };
  return {
    id,
    design: JSON.parse(row.draft ?? (await loadDesign(context.em(), at))),
    revision: row.revision ?? row.published_revision ?? 0,
    publishedVersion: published,
    hasDraft: row.revision !== null,
    archivedAt: isoOrNull(row.archived_at === null ? null : new Date(row.archived_at)),
    updatedAt: iso(new Date(row.updated_at)),
  };
}
