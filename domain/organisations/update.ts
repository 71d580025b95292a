import type { Organisation as OrganisationRow } from '../../database/entities/organisation.ts';
import type { EntityManager } from '../../database/orm.ts';
import type { ActingContext } from '../context.ts';
import { requestConfirmation } from '../mailboxes/request-confirmation.ts';
import { PURPOSES } from '../mailboxes/rules.ts';
import { checkOrganisationName } from '../templates/check-organisation-name.ts';
import { assertNameFree, nameKeys } from './assert-name-free.ts';
import { changeOrganisation } from './change.ts';
import { toView } from './read.ts';
import type { Organisation, UpdateOrganisation } from './schemas.ts';

/** Changes the supplied fields; an empty string clears a field (specification 4.10). */
export async function updateOrganisation(context: ActingContext, input: UpdateOrganisation): Promise<Organisation> {
  if (input.organizationName) await checkOrganisationName(context, input.organizationName);
  return changeOrganisation(context, 'organisation.update', (row, em) => assign(em, context, row, input));
}

async function assign(
  em: EntityManager,
  context: ActingContext,
  row: OrganisationRow,
  input: UpdateOrganisation,
): Promise<void> {
  const keys = nameKeys(input.organizationName);
  // Several organisations can share a sender's name, such as "Office", but not use another organisation's name.
  await assertNameFree(em, row.id, [...keys, ...nameKeys(input.emailSenderName)]);
  if (input.organizationName !== undefined) row.nameKeys = keys;
  const supplied = Object.entries(input).filter(([, value]) => value !== undefined);
  const before = { SENDER: row.senderAddress ?? null, BCC: row.emailBcc ?? null };
  em.assign(row, Object.fromEntries(supplied.map(([field, value]) => [field, value === '' ? null : value])));
  for (const purpose of PURPOSES) {
    const address = (purpose === 'SENDER' ? row.senderAddress : row.emailBcc) ?? null;
    if (address !== before[purpose]) await requestConfirmation(em, context, row, { purpose, address });
  }
  // Another address, or none, replaces an uploaded logo. Sending Laurel's own address back changes nothing.
  if (input.logoUrl !== undefined) {
    const isOurs = row.logoToken && input.logoUrl === toView(context, row).logoUrl;
    row.logoUrl = isOurs ? null : row.logoUrl;
    row.logoToken = isOurs ? row.logoToken : null;
  }
}
