import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import { inOrganisation, type Services } from '../context.ts';

export type AccountAction = 'account.signIn' | 'account.changePassword' | 'account.resetPassword';

/**
 * Records a person's action on their account in the audit log of each of their organisations. The change of a password has the time of its
 * row, so that earlier copies of the row are known by the entry.
 */
export async function recordAccountAction(services: Services, personId: string, action: AccountAction): Promise<void> {
  await services.em().transactional(async (em) => {
    const memberships = await database(em)
      .selectFrom('members as m')
      .innerJoin('auth.user as u', 'u.id', 'm.userId')
      .select(['m.organisationId', 'u.email'])
      .select(sql<Date | null>`(select max(a."updatedAt") from auth.account a where a."userId" = u.id)`.as('changedAt'))
      .where('m.userId', '=', personId)
      // Sorted, so that concurrent transactions cannot deadlock.
      .orderBy('m.organisationId')
      .execute();
    for (const { organisationId, email, changedAt } of memberships) {
      const actor = { kind: 'person' as const, id: personId, name: email };
      const context = { ...inOrganisation(services, organisationId), actor };
      const at = action === 'account.signIn' || !changedAt ? context.now() : changedAt;
      await recordAction(em, { ...context, now: () => at }, { action, subject: null });
    }
  });
}
