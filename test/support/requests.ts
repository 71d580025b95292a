import { addRequest } from '../../domain/requests/add.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import type { Laurel, Tenant } from './laurel.ts';

const DESIGN = {
  name: 'Asked',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [{ type: 'text', x: 10, y: 10, width: 280, height: 40, font: 'Inter', size: 12, text: '{{name}}' }],
  requests: { variables: ['name'] },
};

let count = 0;

/** Issues a certificate whose recipient asks for another name. Returns the ids of both. */
export async function openRequest(
  laurel: Laurel,
  tenant: Tenant,
  variables: Record<string, string> = { name: 'Ada Lovelace' },
): Promise<{ id: string; certificateId: string }> {
  const { id: templateId } = await importTemplate(laurel.context(tenant), DESIGN);
  // Each has a mailbox of its own, because a mailbox makes few requests a day.
  const recipientEmail = `asked${count++}@example.org`;
  const body = { templateId, variables: { name: 'Ada Lovlace' }, recipientEmail };
  const { status, body: issued } = await laurel.call('/certificates', { key: tenant.key, body });
  if (status !== 201) throw new Error(`not issued: ${JSON.stringify(issued)}`);
  const asking = { ...laurel.installation.services, mailboxes: [recipientEmail] };
  const certificateId = issued.id;
  const { id } = await addRequest(asking, { certificateId, variables, message: 'An e is missing' });
  return { id, certificateId };
}
