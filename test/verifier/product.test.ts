import { beforeAll, expect, test } from 'vitest';
import { type Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { logged, startWithLog } from '../support/log.ts';
import { checksOf, laurelVerify, save } from './command.ts';

let laurel: Laurel;
let tenant: Tenant;
let trust = '';
beforeAll(async () => {
  laurel = await startWithLog();
  tenant = await laurel.tenant();
  trust = save('product-laurel.json', await contentOf(`${laurel.url}/.well-known/laurel.json`));
});

const contentOf = async (url: string): Promise<Uint8Array> => new Uint8Array(await (await fetch(url)).arrayBuffer());

const verify = (...args: string[]) => laurelVerify(...args, '--trust', trust, '--json');

test('certificates that the product issues verify without it, PDF and image, and a revocation is detected', async () => {
  const certificate = await laurel.issue(tenant);
  const pdf = save('product.pdf', await contentOf(certificate.pdfUrl));
  const image = save('product.png', await contentOf(certificate.imageUrl));
  await logged(laurel);
  const said = await verify(pdf);
  expect([checksOf(said), said.status]).toEqual([
    {
      pdfSignature: 'verified: pdfSigned',
      credential: 'verified: credentialSigned',
      status: 'verified: notRevoked',
      file: 'verified: sealed',
      log: 'verified: logged',
    },
    0,
  ]);
  expect((await verify(image)).status).toBe(0);
  await laurel.call(`/certificates/${certificate.id}/revoke`, { key: tenant.key, body: { reason: 'by mistake' } });
  await logged(laurel);
  const revoked = await verify(pdf);
  expect([checksOf(revoked).file, revoked.status]).toEqual(['verified: sealed', 1]);
  expect(checksOf(revoked).status).toMatch(/^failed: /);
});

test('a certificate revoked before it was rendered has its statements in the log', async () => {
  const { body } = await laurel.call('/certificates', {
    key: tenant.key,
    body: { templateId: tenant.templateId, variables: VARIABLES },
  });
  await laurel.call(`/certificates/${body.id}/revoke`, { key: tenant.key, body: { reason: 'by mistake' } });
  const certificate = await laurel.rendered(tenant.key, body.id);
  await laurel.call(`/certificates/${body.id}/reinstate`, { key: tenant.key, body: {} });
  const pdf = save('early.pdf', await contentOf(certificate.pdfUrl));
  await logged(laurel);
  const { file, log } = checksOf(await verify(pdf));
  expect([file, log]).toEqual(['verified: sealed', 'verified: logged']);
  expect((await laurel.call(`/verify/${certificate.verificationHash}`)).body.valid).toBe(true);
});
