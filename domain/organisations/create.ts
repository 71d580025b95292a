import { Organisation } from '../../database/entities/organisation.ts';
import { OPERATOR, recordAction } from '../audit/record.ts';
import { inOrganisation, type Services } from '../context.ts';
import { grantCredits } from '../credits/grant.ts';
import { changeAllowance } from '../imports/change-allowance.ts';
import { FIRST_ALLOWANCE } from '../imports/grant-allowance.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { assertNameFree, nameKeys } from './assert-name-free.ts';

/** Note of the ledger's entry for the first credits. */
export const FIRST_CREDITS = 'first credits';

/** Creates an organisation with its first credits, on an operator's command. */
export async function createOrganisation(
  services: Services,
  input: { name: string; credits: number },
): Promise<{ id: string }> {
  return services.em().transactional(async (em) => {
    const changedAt = services.now();
    const keys = nameKeys(input.name);
    const named = { id: newId(changedAt), organizationName: input.name, nameKeys: keys };
    await assertNameFree(em, named.id, keys);
    const organisation = em.create(Organisation, { ...named, changedAt, createdAt: changedAt, mac: new Uint8Array() });
    organisation.mac = macOf(services, 'organisations', organisation);
    await em.persist(organisation).flush();
    const context = { ...inOrganisation(services, organisation.id), actor: OPERATOR };
    await recordAction(em, context, { action: 'organisations.create', subject: input.name });
    await changeAllowance(em, context, () => ({ granted: FIRST_ALLOWANCE }));
    if (input.credits > 0) await grantCredits(em, context, input.credits, { kind: 'GRANT', note: FIRST_CREDITS });
    return { id: organisation.id };
  });
}
