import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { counted } from '../shared/caches.ts';

interface Version {
  templateOrganisationId: string;
  templateId: string;
  templateVersion: number;
  /** Which state of its row this is: PostgreSQL's `xmin` and `ctid`, which change with every update. */
  designPlace: string;
}

/** States of rows whose design was found to have its digest: a design may be megabytes, and each verification asks. */
const intact = new LRUCache<string, true>({ max: 10_000 });

/** Whether a version's stored design is the one that its digest was made of. */
export async function isDesignIntact(services: Pick<Services, 'em'>, version: Version): Promise<boolean> {
  const { templateOrganisationId, templateId, templateVersion, designPlace } = version;
  const state = `${templateOrganisationId} ${templateId} ${templateVersion} ${designPlace}`;
  if (counted('intact-designs', intact.has(state))) return true;
  const found = await database(services.em())
    .selectFrom('template_versions')
    .select(sql<boolean>`sha256(convert_to(design, 'UTF8')) = digest`.as('isIntact'))
    .where('organisationId', '=', templateOrganisationId)
    .where('templateId', '=', templateId)
    .where('version', '=', templateVersion)
    .executeTakeFirst();
  if (!found?.isIntact) return false;
  intact.set(state, true);
  return true;
}
