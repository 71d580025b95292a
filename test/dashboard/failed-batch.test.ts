import { beforeAll, expect } from 'vitest';
import { failRendering } from '../../domain/rendering/fail.ts';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { createMember, nativeClient, sessionOf } from '../support/people.ts';

/** An API process without workers, so that renderings fail only if the test says so. */
let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start({ ROLE: 'api' });
  tenant = await laurel.tenant({ credits: 10 });
  await createMember(laurel, tenant, 'issuer@failed.example', 'issuer');
});

browserTest(
  'the failed certificates of a batch are issued again once, and both batches link to each other',
  async () => {
    const { templateId, organisationId } = tenant;
    const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@failed.example', 'owner'));
    const recipients = [1, 2].map((n) => ({ variables: { ...VARIABLES, name: `Recipient ${n}` } }));
    const { batchId, certificates } = await owner.batches.issue.mutate({ templateId, recipients, name: 'Spring' });
    for (const { id: certificateId } of certificates)
      await failRendering(laurel.installation.services, { organisationId, certificateId });
    const page = await openPage(laurel);
    await signIn(page, 'issuer@failed.example');
    const address = `/o/${organisationId}/batches/${batchId}`;
    await page.goto(address);
    await page.getByText('Their credits were refunded').waitFor();
    expect(await page.getByRole('heading', { name: 'Downloads' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Retry failed certificates' }).click();
    await page.getByRole('dialog').getByText('It costs 2 credits, refunded when they failed').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry failed certificates' }).click();
    await page.getByText('New batch of 2 started.').waitFor();
    await page.getByRole('heading', { name: 'Spring' }).waitFor();
    await expectAccessible(page);
    const { retriedAs } = await owner.batches.details.query({ id: batchId });
    expect(new URL(page.url()).pathname).toBe(`/o/${organisationId}/batches/${retriedAs}`);
    await page.getByRole('link', { name: 'an earlier batch' }).click();
    await page.waitForURL(`**${address}`);
    await page.getByText('Their certificates were issued again in a new batch.').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: 'Retry failed certificates' }).count()).toBe(0);
    await page.getByRole('link', { name: 'View new batch' }).click();
    await page.waitForURL(`**/batches/${retriedAs}`);
    // A unit counts when it is full.
    const { createdAt } = await owner.batches.details.query({ id: retriedAs ?? '' });
    for (const [minutes, words] of [
      [59.9, '59 minutes ago'],
      [1439.9, '23 hours ago'],
    ] as const) {
      await page.clock.setFixedTime(Date.parse(createdAt) + minutes * 60_000);
      await page.reload();
      await page.getByText(`Started ${words}`).waitFor();
    }
    expect((await laurel.call('/credits', { key: tenant.key })).body).toEqual({ balance: 8 });
    expect(page.faults).toEqual([]);
  },
);
