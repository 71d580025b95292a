import { Organisation } from '../../database/entities/organisation.ts';
import { database } from '../../database/sql.ts';
import { OPERATOR } from '../audit/record.ts';
import { type DomainContext, inOrganisation } from '../context.ts';
import { grantCredits } from '../credits/grant.ts';
import { changeAllowance } from '../imports/change-allowance.ts';
import { FIRST_ALLOWANCE } from '../imports/grant-allowance.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { sandboxOf } from '../shared/ids.ts';
import { SANDBOX_CREDITS } from './rules.ts';

/** Returns the context of an organisation's sandbox, which is created with its first use. */
export async function openSandbox<Given extends DomainContext>(context: Given) {
  const id = sandboxOf(context.organisationId);
  if ((await context.em().count(Organisation, { id })) === 0) await createSandbox(context, id);
  await context.sandboxes.load(id);
  return inOrganisation(context, id);
}

/** Creates a sandbox with its credits. Its branding is that of its organisation, so its own row has none. */
async function createSandbox(services: DomainContext, id: string): Promise<void> {
  await services.em().transactional(async (em) => {
    // One of two calls at the same time creates it.
    await database(em)
      .selectFrom('organisations')
      .select('id')
      .where('id', '=', services.organisationId)
      .forNoKeyUpdate()
      .execute();
    if ((await em.count(Organisation, { id })) > 0) return;
    const createdAt = services.jobTime();
    const row = em.create(Organisation, { id, changedAt: createdAt, createdAt, mac: new Uint8Array() });
    row.mac = macOf(services, 'organisations', row);
    await em.persist(row).flush();
    const context = { ...inOrganisation(services, id), actor: OPERATOR };
    await changeAllowance(em, context, () => ({ granted: FIRST_ALLOWANCE, used: 0 }));
    await grantCredits(em, context, SANDBOX_CREDITS, { kind: 'GRANT', note: 'test mode' });
  });
}
