// Issues a certificate, waits until it is rendered, and saves its PDF. Needs laurel-client and Node 24: node issue.ts
import { writeFile } from 'node:fs/promises';
import { createClient, waitUntilReady } from 'laurel-client';

const { LAUREL_URL = '', LAUREL_API_KEY = '', LAUREL_TEMPLATE_ID = '' } = process.env;
const laurel = createClient({ baseUrl: LAUREL_URL, apiKey: LAUREL_API_KEY });

const issued = await laurel.certificates.generate.mutate(
  {
    templateId: LAUREL_TEMPLATE_ID,
    variables: {
      name: 'Ada Lovelace',
      course: 'Computing',
      distinction: 'honours',
      date: '20 November 2026',
      director: 'Grace Hopper',
    },
  },
  { context: { idempotencyKey: 'enrolment-4711-typescript' } },
);
const { id, pdfUrl } = await waitUntilReady(laurel, issued, { signal: AbortSignal.timeout(60_000) });
if (pdfUrl) await writeFile('certificate.pdf', await (await fetch(pdfUrl)).bytes());
console.log(id);
