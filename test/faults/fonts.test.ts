import { beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { figure, scale, timing } from '../support/faults.ts';
import { type FontAnswer, uploadFont } from '../support/fonts.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { mutate, randomOf, smallFonts } from '../support/mutated-fonts.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
let headers: Record<string, string>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  const scopes = ['templates:read', 'templates:write'] as const;
  const { key } = await createApiKey(laurel.context(tenant), { name: 'fonts', scopes: [...scopes] });
  headers = { Authorization: `Bearer ${key}` };
});

const designIn = (font: string) => ({
  name: 'Mutated',
  recipientNameVariable: 'name',
  page: { width: 400, height: 200 },
  elements: [{ type: 'text', x: 10, y: 10, width: 380, height: 90, text: '{{name}}', font, size: 24, minSize: 2 }],
});

/** Publishes a template in an accepted font, and issues a certificate, whose values are checked and rendered. */
async function issueIn({ font }: FontAnswer): Promise<string> {
  const call = (path: string, body: unknown, method = 'POST') =>
    laurel.call(path, { key: headers.Authorization?.slice(7) ?? '', body, method });
  const made = await call('/templates', designIn(font?.family ?? ''));
  if (made.status !== 201) return `template ${made.status}`;
  const variables = { name: 'ABC abc 012 ffi' };
  const { status, body } = await laurel.call('/certificates', {
    key: tenant.key,
    body: { templateId: made.body.id, variables },
  });
  if (status !== 201) return `certificate ${status}`;
  return (await laurel.rendered(tenant.key, body.id, { hurried: true })).renderStatus;
}

const ENDED = /^(not_processable|takes_too_long|takes_too_much_memory)$/;

test('F47: mutated fonts neither end nor delay the process, and certificates set in them render', async () => {
  const fonts = await smallFonts();
  const random = randomOf(34);
  const count = scale(300, 10_000);
  const outcomes = new Map<string, number>();
  const note = (what: string) => void outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
  let [slowest, next] = [0, 0];
  // Several users, because one alone may not make that many calls per minute.
  const work = async (email: string) => {
    const admin = nativeClient(laurel, await sessionOf(laurel, tenant, email, 'admin'));
    for (let index = next++; index < count; index = next++) {
      const started = performance.now();
      const answer = await uploadFont(laurel, headers, mutate(fonts[index % fonts.length] ?? Buffer.alloc(0), random));
      slowest = Math.max(slowest, performance.now() - started);
      const refusal = answer.error?.data.details?.[0]?.code ?? '';
      note(answer.status === 400 && ENDED.test(refusal) ? 'ended the process that read it' : `status ${answer.status}`);
      if (!answer.font) continue;
      const preview = await admin.designs.preview
        .mutate({ design: designIn(answer.font.family), values: {} })
        // The family's other fonts are added and removed concurrently.
        .catch((error) => (error.data?.code === 'CONFLICT' ? null : Promise.reject(error)));
      note(preview?.image ? 'drawn' : 'not drawn');
      if (index % scale(25, 100) === 0) note(`issued: ${await issueIn(answer)}`);
      // A font used by a version stays, and so does one that two uploads added under the same name.
      await admin.fonts.remove.mutate({ id: answer.font.id }).catch(() => undefined);
    }
  };
  await Promise.all(['ada', 'ben', 'cleo'].map((name) => work(`${name}@fonts.example`)));
  const failed = [...outcomes].filter(([what]) => /status 5|FAILED|template [^4]/.test(what));
  figure({
    fault: 'F47',
    what: `answers and renderings that failed, of ${count} mutated fonts`,
    measured: failed.join('; '),
    wanted: '',
  });
  expect(outcomes.get('status 400'), 'refused fonts').toBeGreaterThan(count / 20);
  expect(outcomes.get('status 200'), 'accepted fonts').toBeGreaterThan(0);
  expect((await fetch(`${laurel.url}/ready`)).status).toBe(200);
  timing({ fault: 'F47', what: 'the slowest upload', measured: Math.round(slowest), wanted: 4000, unit: 'ms' });
}, 7_200_000);
