import { addShareLink } from '../../domain/hiding/add-link.ts';
import type { Hiding } from '../../domain/hiding/lock-own.ts';
import { readHiding } from '../../domain/hiding/read-hiding.ts';
import { setHidden } from '../../domain/hiding/set-hidden.ts';
import { listMyCertificates } from '../../domain/my/list-certificates.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import type { Laurel, Tenant } from './laurel.ts';

const DESIGN = {
  name: 'Hidden',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [{ type: 'text', x: 10, y: 10, width: 280, height: 40, font: 'Inter', size: 12, text: '{{name}}' }],
  hiding: true,
};

let count = 0;

/** Issues a certificate whose recipient hides it and creates a private link. Returns their ids, and the recipient's services. */
export async function issueHidden(
  laurel: Laurel,
  tenant: Tenant,
): Promise<{ certificateId: string; linkId: string; recipient: Hiding }> {
  const { id: templateId } = await importTemplate(laurel.context(tenant), DESIGN);
  const recipientEmail = `hidden${count++}@example.org`;
  const body = { templateId, variables: { name: 'Ada Lovelace' }, recipientEmail };
  const { id: certificateId } = (await laurel.call('/certificates', { key: tenant.key, body })).body;
  const recipient = { ...laurel.installation.services, mailboxes: [recipientEmail] };
  await setHidden(recipient, { certificateId, hidden: true });
  await addShareLink(recipient, { certificateId });
  const { certificates } = await listMyCertificates(recipient, recipient);
  const hiding = await readHiding(recipient, certificates);
  const linkId = hiding.get(certificateId)?.links[0]?.id ?? '';
  return { certificateId, linkId, recipient };
}
