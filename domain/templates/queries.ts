import { database, type Row } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { liveOf } from '../shared/ids.ts';

/** A published template with its current version. */
type Published = Pick<
  Row<'templates'>,
  | 'currentVersion'
  | 'name'
  | 'formationName'
  | 'description'
  | 'tags'
  | 'type'
  | 'revision'
  | 'archivedAt'
  | 'createdAt'
  | 'updatedAt'
> &
  Pick<Row<'template_versions'>, 'digest' | 'detectedVariables' | 'recipientNameVariable' | 'variables'>;

interface Draft {
  draftRevision: number;
  draftName: string;
  draftFormationName: string | null;
}

type Nulls<Columns> = { [Column in keyof Columns]: null };

/**
 * A template with its draft. Before the first publication it has only a draft. A published template has a draft while it is being changed.
 */
export type TemplateRow = Common & (Published | Nulls<Published>) & (Draft | Nulls<Draft>);

interface Common {
  id: string;
  organisationId: string;
  timesUsed: number | null;
  /** Time of the last change of the draft, or of the template without a draft. */
  changedAt: Date;
}

/**
 * Returns a query for the organisation's templates `t` and drafts `d` and all public templates; with an id, only for that template. Callers
 * add filters and order.
 */
export function selectTemplates(context: DomainContext, { id }: { id?: string } = {}) {
  const { organisationId } = context;
  const ownerId = liveOf(organisationId);
  const db = database(context.em());
  let templates = db
    .selectFrom('templates')
    .selectAll()
    .where(({ eb, or }) => or([eb('organisationId', '=', ownerId), eb('type', '=', 'PUBLIC')]));
  let drafts = db.selectFrom('template_drafts').selectAll().where('organisationId', '=', ownerId);
  if (id) {
    templates = templates.where('id', '=', id);
    drafts = drafts.where('templateId', '=', id);
  }
  return db
    .selectFrom(templates.as('t'))
    .fullJoin(drafts.as('d'), (join) =>
      join.onRef('d.organisationId', '=', 't.organisationId').onRef('d.templateId', '=', 't.id'),
    )
    .leftJoin('template_versions as v', (join) =>
      join
        .onRef('v.organisationId', '=', 't.organisationId')
        .onRef('v.templateId', '=', 't.id')
        .onRef('v.version', '=', 't.currentVersion'),
    )
    .leftJoin('template_usage as u', (join) =>
      join.on('u.organisationId', '=', organisationId).onRef('u.templateId', '=', 't.id'),
    )
    .select(({ fn }) => [
      fn.coalesce('t.id', 'd.templateId').as('id'),
      fn.coalesce('t.organisationId', 'd.organisationId').as('organisationId'),
      fn.coalesce('d.updatedAt', 't.updatedAt').as('changedAt'),
      'u.timesUsed',
    ])
    .select(['t.currentVersion', 't.name', 't.formationName', 't.description', 't.tags', 't.type', 't.revision'])
    .select(['t.archivedAt', 't.createdAt', 't.updatedAt'])
    .select(['v.digest', 'v.detectedVariables', 'v.recipientNameVariable', 'v.variables'])
    .select(['d.revision as draftRevision', 'd.name as draftName', 'd.formationName as draftFormationName'])
    .$castTo<TemplateRow>();
}

/** Returns a query for the organisation's own templates and drafts, without the public ones of others. */
export const selectOwnTemplates = (context: DomainContext, { id }: { id?: string } = {}) =>
  selectTemplates(context, id === undefined ? {} : { id }).where(({ eb, fn }) =>
    eb(fn.coalesce('t.organisationId', 'd.organisationId'), '=', liveOf(context.organisationId)),
  );
