import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import { inOrganisation, type Services } from '../context.ts';

export type AccountAction = 'account.signIn' | 'account.changePassword' | 'account.resetPassword';

/** Records a person's action on their account in the audit log of each of their organisations. */
export async function recordAccountAction(services: Services, personId: string, action: AccountAction): Promise<void> {
  await services.em().transactional(async (em) => {
    const memberships = await database(em)
      .selectFrom('members as m')
      .innerJoin('auth.user as u', 'u.id', 'm.userId')
      .select(['m.organisationId', 'u.email'])
      .where('m.userId', '=', personId)
      // Sorted, so that concurrent transactions cannot deadlock.
      .orderBy('m.organisationId')
      .execute();
    for (const { organisationId, email } of memberships) {
      const actor = { kind: 'person' as const, id: personId, name: email };
      await recordAction(em, { ...inOrganisation(services, organisationId), actor }, { action, subject: null });
    }
  });
}
