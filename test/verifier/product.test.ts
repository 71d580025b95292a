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

test('an imported certificate verifies, and the report says on which day of its time zone it was awarded', async () => {
  // The day of the award begins on 2 May in UTC.
  await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: { timeZone: 'Asia/Tokyo' } });
  const body = {
    templateId: tenant.templateId,
    issuer: 'Old Platform',
    certificates: [
      { variables: VARIABLES, awardedOn: '2021-05-03' },
      { variables: VARIABLES, awardedOn: '2021-05-03', revoked: { at: '2022-01-31', reason: 'Withdrawn' } },
    ],
  };
  const imported = (await laurel.call('/certificates/import', { key: tenant.key, body })).body.certificates;
  const [valid, revoked] = await Promise.all(imported.map(({ id }: { id: string }) => laurel.rendered(tenant.key, id)));
  const pdf = save('imported.pdf', await contentOf(valid.pdfUrl));
  await logged(laurel);
  const said = await verify(pdf);
  const { certificate } = JSON.parse(said.stdout).files[0];
  expect([said.status, certificate.imported]).toEqual([0, { awardedOn: '2021-05-03', issuer: 'Old Platform' }]);
  const { stdout } = await laurelVerify(pdf, '--trust', trust);
  const day = valid.createdAt.slice(0, 10);
  expect(stdout).toContain(`Issued on 2021-05-03 through Old Platform, imported on ${day}.`);
  const credential = JSON.parse(await (await fetch(valid.credentialUrl)).text());
  expect(credential.evidence[1].description).toMatch(/^Awarded on 2021-05-03, /);
  const withdrawn = await verify(save('withdrawn.pdf', await contentOf(revoked.pdfUrl)));
  expect([withdrawn.status, checksOf(withdrawn).log]).toEqual([1, 'verified: logged']);
  // The list of the first fetch is up to 10 s old.
  expect(checksOf(withdrawn).status).toMatch(/^failed: /);
});
