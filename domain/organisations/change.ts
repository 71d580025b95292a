import { Organisation as OrganisationRow } from '../../database/entities/organisation.ts';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { compareViews } from '../audit/compare.ts';
import { timeAfterEndings } from '../audit/find-endings.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { assertAuthentic, macOf } from '../shared/authentic-rows.ts';
import { logoKey } from './load-logo.ts';
import { toView } from './read.ts';
import type { Organisation } from './schemas.ts';

/** Changes an organisation's row and records the author. The file of a replaced logo is deleted after the commit. */
export async function changeOrganisation(
  context: ActingContext,
  action:
    | 'mailServer.remove'
    | 'mailServer.save'
    | 'organisation.update'
    | 'organisation.uploadLogo'
    | 'organisation.deleteLogo'
    | 'organisation.confirmAddress'
    | 'organisation.resendConfirmation',
  change: (row: OrganisationRow, em: EntityManager) => void | Promise<void>,
): Promise<Organisation> {
  return context.em().transactional(async (em) => {
    const row = await lockOrganisation(em, context.organisationId);
    const replaced = row.logoToken;
    const before = toView(context, row);
    assertAuthentic(context, 'organisations', row);
    await change(row, em);
    // The row and its entry have the same time, so that the entry ends only the previous state.
    const at = await timeAfterEndings(em, context, null);
    row.changedAt = at;
    row.mac = macOf(context, 'organisations', row);
    if (replaced && row.logoToken !== replaced) {
      const { organisationId, name } = logoKey(row.id, replaced);
      await enqueue(em, 'delete-logo', [{ payload: { organisationId, name } }]);
    }
    const after = toView(context, row);
    const changes = compareViews(before, after);
    await recordAction(em, { ...context, now: () => at }, { action, subject: null, changes });
    return after;
  });
}

/** Returns the organisation's row and locks it against changes until the transaction ends. Rows that refer to it can still be written. */
export async function lockOrganisation(em: EntityManager, id: string): Promise<OrganisationRow> {
  await database(em).selectFrom('organisations').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return em.findOneOrFail(OrganisationRow, { id });
}
