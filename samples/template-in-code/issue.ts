import { waitUntilReady } from 'laurel-client';
import { diploma } from './certificate.js';
import { client, templateId } from './settings.js';

if (!templateId) throw new Error('LAUREL_TEMPLATE_ID is not set: publish the template first');
const certificate = await diploma.generate(client, {
  templateId,
  variables: {
    name: 'Ada Lovelace',
    course: 'Distributed Systems',
    finishedOn: new Date('2026-11-20'),
    credits: 7.5,
    grade: 'A',
    modules: 'Consensus\tA\nReplication\tB',
  },
});
const { recipientName, pdfUrl } = await waitUntilReady(client, certificate);
console.log(JSON.stringify({ recipientName, pdfUrl }));
