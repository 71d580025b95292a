import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, contentOf, expectAccessible, openPage, signIn, signInToOverview } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { query } from '../support/log.ts';
import { lastMailTo } from '../support/mailbox.ts';
import { createMember, nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'admin@certificates.example', 'admin');
});

browserTest('a certificate can be found, e-mailed again, revoked with a reason, reinstated, and exported', async () => {
  const body = { templateId: tenant.templateId, variables: VARIABLES, recipientEmail: 'lucja@certificates.example' };
  const { id } = (await laurel.call('/certificates', { key: tenant.key, body })).body;
  const { verificationHash } = await laurel.rendered(tenant.key, id);
  const verified = async () => (await laurel.call(`/verify/${verificationHash}`)).body;
  await laurel.issue(tenant, { ...VARIABLES, name: 'Somebody Else' });
  const page = await openPage(laurel);
  await signIn(page, 'admin@certificates.example');
  await page.goto(`/o/${tenant.organisationId}/certificates`);
  await page.getByRole('link', { name: 'Somebody Else' }).waitFor();
  await page.getByLabel('Search', { exact: true }).fill('Łucja');
  await page.getByRole('link', { name: 'Somebody Else' }).waitFor({ state: 'detached' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  const csv = (await contentOf(download)).toString();
  expect(csv).toContain(id);
  expect(csv).not.toContain('Somebody Else');
  await page.getByRole('link', { name: VARIABLES.name }).click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Send by e-mail' }).click();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Sent', { exact: true }).waitFor();
  // The PDF only: the image is embedded in the text.
  const { attachments } = await lastMailTo('lucja@certificates.example');
  expect(attachments.filter(({ related }) => !related)).toHaveLength(1);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => dialog.getByLabel('E-mail address').inputValue()).toBe('lucja@certificates.example');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await laurel.call(`/certificates/${id}`, { key: tenant.key })).body.emailStatus).toBe('SENT');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByText('Enter a reason.').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('Issued by mistake');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Certificate revoked.').waitFor();
  await page.getByRole('definition').getByText('Issued by mistake').waitFor();
  expect(await verified()).toMatchObject({ valid: false, certificate: { revokedReason: 'Issued by mistake' } });
  await page.getByRole('button', { name: 'Reinstate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click();
  await page.getByText('Certificate reinstated.').waitFor();
  await page.getByText('Valid', { exact: true }).waitFor();
  expect(await verified()).toMatchObject({ valid: true });
  expect(page.faults).toEqual([]);
});

browserTest('an e-mail whose answer was lost is tried again, and sent once', async () => {
  const { id } = await laurel.issue(tenant);
  const page = await openPage(laurel);
  await signIn(page, 'admin@certificates.example');
  await page.goto(`/o/${tenant.organisationId}/certificates/${id}`);
  await page.getByRole('button', { name: 'Send by e-mail' }).click();
  const call = /trpc.certificates\.email(\?|$)/;
  await page.route(call, async (route) => {
    await route.fetch();
    await route.abort();
  });
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill('lost@certificates.example');
  const send = dialog.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await page.getByText('The server can’t be reached.').waitFor();
  await page.unroute(call);
  await send.click();
  await page.getByText('The e-mail is on its way.').waitFor();
  expect(await query(laurel, `select id from emails where certificate_id = '${id}'`)).toHaveLength(1);
});

browserTest.each([
  ['PDF', 'pdf', '%PDF-'],
  ['Image (PNG)', 'png', '\x89PNG'],
  ['Digital credential (JSON)', 'json', '{'],
] as const)('saves the %s of a certificate under the name of its recipient', async (label, extension, start) => {
  const { id } = await laurel.issue(tenant, { ...VARIABLES, name: 'Anna Files' });
  const page = await openPage(laurel);
  await signIn(page, 'admin@certificates.example');
  await page.goto(`/o/${tenant.organisationId}/certificates/${id}`);
  await page.getByRole('button', { name: 'Download' }).click();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: label }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`Anna.Files.*\\.${extension}$`));
  expect((await contentOf(download)).toString('latin1')).toMatch(new RegExp(`^${start.replace('{', '\\{')}`));
});

browserTest(
  'recipients are found by part of a name, lead to their certificates, and a wrong address can be corrected',
  async () => {
    const own = await laurel.tenant();
    await createMember(laurel, own, 'issuer@recipients.example', 'issuer');
    for (const [name, recipientEmail] of [
      ['Zoë Ångström', 'zoe@recipients.example'],
      ['Zoë Å. King', 'ZOE@recipients.example'],
      ['Ivo Novák', 'ivo@wrong.example'],
    ] as const) {
      const body = { templateId: own.templateId, variables: { ...VARIABLES, name }, recipientEmail };
      const { id } = (await laurel.call('/certificates', { key: own.key, body })).body;
      await laurel.rendered(own.key, id);
    }
    const page = await openPage(laurel);
    await signInToOverview(page, 'issuer@recipients.example');
    await page.getByRole('link', { name: 'Recipients' }).click();
    await page.getByRole('link', { name: 'Ivo Novák' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Search').fill('king');
    await page.getByRole('link', { name: 'Ivo Novák' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Zoë Å. King' }).click();
    await page.getByText('Showing certificates for ZOE@recipients.example only.').waitFor();
    await page.getByRole('link', { name: 'Zoë Ångström' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Ivo Novák' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'Ivo Novák' }).click();
    await page.getByRole('button', { name: /^Send (by e-mail|again)$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill('ivo@exa_mple.org');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('Enter a valid e-mail address').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('E-mail address').fill('ivo@right.example');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('to ivo@right.example').waitFor();
    expect((await lastMailTo('ivo@right.example')).attachments.length).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'ivo@right.example' }).click();
    await page.getByText('Showing certificates for ivo@right.example only.').waitFor();
    expect(page.faults).toEqual([]);
  },
);

browserTest(
  'a long list renders only visible rows, opens a row on a click, and can be revoked and downloaded as a whole',
  async () => {
    const many = await laurel.tenant({ credits: 500 });
    // A second attempt must not find the person in the first attempt's organisation.
    const person = `${many.organisationId}@certificates.example`;
    await createMember(laurel, many, person, 'admin');
    const recipients = Array.from({ length: 150 }, (_, index) => ({
      variables: { ...VARIABLES, name: `Person ${index}` },
      recipientEmail: `person${index}@certificates.example`,
    }));
    const { templateId, key } = many;
    const page = await openPage(laurel);
    await signIn(page, person);
    await laurel.call('/batches', { key, body: { templateId, recipients } });
    await page.goto(`/o/${many.organisationId}`);
    await page.getByRole('region', { name: 'In progress' }).waitFor();
    const refresh = await heldRefresh(page);
    await page.goto(`/o/${many.organisationId}/certificates`);
    await page.getByText('150 certificates', { exact: true }).waitFor();
    // The user reaches the end of the first page during its refetch. The second page is still loaded.
    await refresh.asked;
    await page.getByRole('link', { name: 'Person 149', exact: true }).hover();
    await page.mouse.wheel(0, 10_000);
    await page.getByRole('link', { name: 'Person 100', exact: true }).waitFor();
    refresh.release();
    await page.getByRole('link', { name: 'Person 99', exact: true }).waitFor();
    await page.reload();
    await page.getByText('150 certificates', { exact: true }).waitFor();
    const rows = page.locator('tbody tr[data-index]');
    expect(await rows.count()).toBeLessThan(40);
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await page.getByText('50 selected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Select all 150 certificates' }).click();
    await page.getByText('150 selected', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select Person 149' }).uncheck();
    await page.getByText('149 selected', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: 'Table (CSV)' }).waitFor();
    await expectAccessible(page);
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Table (CSV)' }).click(),
    ]);
    expect((await contentOf(csv)).toString().trimEnd().split('\n')).toHaveLength(150);
    // Every page loads automatically until the end, with no more rows rendered than before.
    const last = page.getByRole('link', { name: 'Person 0', exact: true });
    const scroll = async () => {
      await page.mouse.wheel(0, 3000);
      return last.isVisible();
    };
    await expect.poll(scroll).toBe(true);
    expect(await rows.count()).toBeLessThan(40);
    await page.getByRole('button', { name: 'Issued, newest first' }).click();
    await page.getByRole('button', { name: 'Issued, oldest first' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select Person 0', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Select Person 1', exact: true }).check();
    await page.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke 2 certificates?' });
    await dialog.getByLabel('Reason').fill('Issued twice');
    await dialog.getByRole('switch', { name: 'Notify recipients by e-mail' }).check({ force: true });
    await expectAccessible(page);
    // Someone else revokes one of them first. Each page notifies only the author of an action.
    const other = nativeClient(laurel, await sessionOf(laurel, many, `other-${person}`, 'admin'));
    const link = page.getByRole('link', { name: 'Person 1', exact: true, includeHidden: true });
    const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
    await other.certificates.revokeMany.mutate({ selection: { ids: [id] }, reason: 'Left' });
    await expect.poll(async () => (await laurel.call(`/certificates/${id}`, { key })).body.status).toBe('REVOKED');
    await dialog.getByRole('button', { name: 'Revoke 2 certificates' }).click();
    await page.getByText('Revoked: 1. 1 was already revoked.', { exact: true }).waitFor();
    expect(await page.getByText(/^Revoked: /).count()).toBe(1);
    // The closing dialog restores focus, which would close a menu.
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'State', exact: true }).click();
    await page.getByRole('option', { name: 'Revoked' }).click();
    await page.getByText('2 certificates', { exact: true }).waitFor();
    await page
      .getByRole('row', { name: /Person 1/ })
      .getByRole('cell')
      .nth(2)
      .click();
    await page.getByRole('heading', { name: 'Person 1', exact: true }).waitFor();
    expect(page.faults).toEqual([]);
  },
);

browserTest(
  'on a mobile screen each certificate is a complete block that can still be selected, sorted and opened',
  async () => {
    const own = await laurel.tenant({ credits: 10 });
    const person = `${own.organisationId}@certificates.example`;
    await createMember(laurel, own, person, 'viewer');
    await laurel.issue(own, { ...VARIABLES, name: 'First Person' });
    await laurel.issue(own, { ...VARIABLES, name: 'Second Person' });
    const page = await openPage(laurel, { viewport: { width: 360, height: 740 } });
    await signIn(page, person);
    await page.goto(`/o/${own.organisationId}/certificates`);
    const table = page.getByRole('table', { name: 'Certificates' });
    const row = table.getByRole('row', { name: /Second Person/ });
    await row.waitFor();
    await expect.poll(() => row.getByRole('cell').count()).toBe(6);
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(6);
    for (const cell of await row.getByRole('cell').all()) {
      const { x, width } = (await cell.boundingBox()) ?? { x: -1, width: 0 };
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(360);
    }
    await row.getByRole('checkbox').check();
    await page.getByText('1 selected', { exact: true }).waitFor();
    await table.getByRole('button', { name: 'Issued, newest first' }).click();
    const first = table
      .locator('tbody')
      .getByRole('row')
      .first()
      .and(page.getByRole('row', { name: /First Person/ }));
    await first.getByText('Diploma of distinction').click();
    await page.getByRole('heading', { name: 'First Person', exact: true }).waitFor();
    expect(page.faults).toEqual([]);
  },
);

browserTest('a certificate that failed to render can be issued again with its values', async () => {
  const recipient = {
    ...{ variables: VARIABLES, recipientEmail: 'again@certificates.example', externalId: 'again-1' },
    ...{ awardedOn: '2025-03-31', expiresAt: '2090-12-31' },
  };
  const { id } = (
    await laurel.call('/certificates', { key: tenant.key, body: { templateId: tenant.templateId, ...recipient } })
  ).body;
  await laurel.rendered(tenant.key, id);
  const page = await openPage(laurel);
  await signIn(page, 'admin@certificates.example');
  // Simulates the answer for a certificate whose rendering failed.
  await page.route(/\/trpc\/[^?]*certificates\.get/, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const failed = text
      .replaceAll('"renderStatus":"COMPLETED"', '"renderStatus":"FAILED"')
      .replaceAll(/"(pdfUrl|imageUrl)":"[^"]*"/g, '"$1":null');
    await route.fulfill({ response: answer, body: failed });
  });
  await page.goto(`/o/${tenant.organisationId}/certificates/${id}`);
  await page.getByText('couldn’t be rendered').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Issue it again' }).click();
  const email = page.getByLabel('Recipient’s e-mail address');
  await expect.poll(() => email.inputValue()).toBe(recipient.recipientEmail);
  await page.getByRole('button', { name: 'Issue the certificate' }).click();
  await page.getByText(`Issued to ${VARIABLES.name}`).waitFor();
  const { certificates } = (await laurel.call('/certificates?externalId=again-1', { key: tenant.key })).body;
  expect(certificates).toHaveLength(2);
  const ends = '2091-01-01T00:00:00.000Z';
  for (const one of certificates) expect(one).toMatchObject({ ...recipient, expiresAt: ends });
  // Another certificate starts with an empty form.
  await page.getByRole('button', { name: 'Issue another' }).click();
  await expect.poll(() => email.inputValue()).toBe('');
  expect(page.faults).toEqual([]);
});

browserTest('rows stay until the next search has results, and a row in both keeps its focus', async () => {
  const own = await laurel.tenant({ credits: 10 });
  const person = `${own.organisationId}@certificates.example`;
  await createMember(laurel, own, person, 'viewer');
  await laurel.issue(own, { ...VARIABLES, name: 'Ada Lovelace' });
  await laurel.issue(own, { ...VARIABLES, name: 'Grace Hopper' });
  const page = await openPage(laurel);
  await signIn(page, person);
  await page.goto(`/o/${own.organisationId}/certificates`);
  await page.getByText('2 certificates', { exact: true }).waitFor();
  const found = Promise.withResolvers<void>();
  await page.route(/\/trpc\/[^?]*certificates\.list/, async (route) => {
    await found.promise;
    await route.continue();
  });
  const [ada, grace] = ['Ada Lovelace', 'Grace Hopper'].map((name) => page.getByRole('link', { name, exact: true }));
  const table = page.getByRole('table', { name: 'Certificates' });
  await page.getByRole('textbox', { name: /search/i }).fill('Lovel');
  await table.and(page.locator('[aria-busy=true]')).waitFor();
  await ada?.focus();
  // Actions never apply to a filter other than the one shown.
  await page.getByRole('checkbox', { name: 'Select all shown' }).click();
  await ada?.focus();
  found.resolve();
  await grace?.waitFor({ state: 'detached' });
  await page.getByText('1 certificate', { exact: true }).waitFor();
  await ada?.and(page.locator(':focus')).waitFor();
  await expect.poll(() => table.getAttribute('aria-busy')).toBe('false');
  await expect.poll(() => page.getByText(/selected/).count()).toBe(0);
  expect(page.faults).toEqual([]);
});

/** Answers the first request for the list with a certificate that is still rendering, and holds back its first refresh. */
async function heldRefresh(page: Page) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let lists = 0;
  await page.route(/\/trpc\/[^?]*certificates\.list/, async (route) => {
    lists += 1;
    if (lists === 1) {
      const response = await route.fetch();
      const body = (await response.text()).replace('"renderStatus":"COMPLETED"', '"renderStatus":"RENDERING"');
      return route.fulfill({ response, body });
    }
    if (lists === 2) {
      asked.resolve();
      await released.promise;
    }
    return route.continue();
  });
  return { asked: asked.promise, release: released.resolve };
}
