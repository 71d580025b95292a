import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { type Design, isCheckedApart } from '../../templates-engine/index.ts';
import type { DomainContext, Services } from '../context.ts';
import { currentVersion } from './current-version.ts';
import { designSource, type PublishedVersion } from './design-source.ts';

/**
 * Has the processes for checks ready by a design whose values are checked in them, one with markup or own fonts. False
 * where nobody can issue from such a design, or where the database doesn't say.
 */
export async function warmUpChecks(services: Services): Promise<boolean> {
  const version = await findCheckedApart(services).catch(() => undefined);
  if (version) await rehearse(services, version);
  return version !== undefined;
}

/** Has them ready for a design that was published here a moment ago: its first batch need not wait for that. */
export function warmUpChecksOf(context: DomainContext, templateId: string, design: Design): void {
  if (!isCheckedApart(design)) return;
  currentVersion(context, templateId)
    .then((version) => rehearse(context, version))
    // What is wrong with a process is told by the first check that needs it.
    .catch(() => undefined);
}

const rehearse = (services: Services, version: PublishedVersion): Promise<void> =>
  services.renderer.warmUpChecks({ ...designSource(services, version), organisationId: version.organisationId });

async function findCheckedApart({ em }: Services) {
  const current = database(em())
    .selectFrom('templates as t')
    .innerJoin('template_versions as v', (join) =>
      join
        .onRef('v.organisationId', '=', 't.organisationId')
        .onRef('v.templateId', '=', 't.id')
        .onRef('v.version', '=', 't.currentVersion'),
    )
    .where('t.archivedAt', 'is', null)
    .select(['v.organisationId', 'v.templateId', 'v.version', 'v.digest'])
    .limit(1);
  // Word for word the condition of the index template_versions_markup: without it each design would be read.
  const markup = current.where(sql<boolean>`position('"type":"markup"' in v.design) > 0`);
  const fonts = current.innerJoin('template_fonts as f', (join) =>
    join
      .onRef('f.organisationId', '=', 'v.organisationId')
      .onRef('f.templateId', '=', 'v.templateId')
      .onRef('f.version', '=', 'v.version'),
  );
  return (await markup.executeTakeFirst()) ?? (await fonts.executeTakeFirst());
}
