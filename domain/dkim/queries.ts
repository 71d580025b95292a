import { Organisation } from '../../database/entities/organisation.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { liveOf } from '../shared/ids.ts';
import type { DkimKey } from './rules.ts';

/** Returns the organisation's key. */
export const dkimKeyOf = (em: EntityManager, organisationId: string): Promise<DkimKey | undefined> =>
  database(em).selectFrom('dkim_keys').selectAll().where('organisationId', '=', organisationId).executeTakeFirst();

/** Returns the row of the caller's organisation. */
export const ownOrganisation = (context: DomainContext): Promise<Organisation> =>
  context.em().findOneOrFail(Organisation, { id: liveOf(context.organisationId) });
