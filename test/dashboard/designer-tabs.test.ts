import type { Page, Route } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, contentOf, expectAccessible, openPage, settled, signIn, untilQuiet } from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { createMember, nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
let admin: ReturnType<typeof nativeClient>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ scopes: ['templates:write'] });
  admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'admin@designer-tabs.example', 'admin'));
});

const text = (content: string, y: number) => ({
  ...{ type: 'text', x: 60, y, width: 500, height: 40 },
  ...{ text: content, font: 'Inter', size: 20, editor: { name: content } },
});

async function newTemplate(): Promise<string> {
  const design = {
    ...{ name: 'Shared', recipientNameVariable: 'name', page: { width: 842, height: 595 } },
    elements: [text('{{name}}', 60), text('First', 160), text('Second', 260)],
  };
  return (await admin.designs.create.mutate({ design })).id;
}

async function firstTab(id: string): Promise<Page & { faults: string[] }> {
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  await signIn(page, 'admin@designer-tabs.example');
  await openIn(page, id);
  return page;
}

async function openIn(page: Page, id: string): Promise<void> {
  await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
  await page.getByRole('button', { name: 'Add text' }).waitFor();
}

const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
const choose = async (page: Page, name: string) => {
  const button = page.getByRole('group', { name: 'Page' }).getByRole('button', { name, exact: true });
  await button.focus();
  // A chosen element is let go by the key.
  if ((await button.getAttribute('aria-pressed')) !== 'true') await page.keyboard.press('Space');
};
const write = async (page: Page, name: string, content: string) => {
  await choose(page, name);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(content);
};
const textsOf = async (id: string) =>
  ((await admin.designs.get.query({ id })).design as { elements: { text: string }[] }).elements.map((one) => one.text);
const discard = async (page: Page) => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
};

browserTest('discards only changes that the person has seen, with those typed last', async () => {
  const id = await newTemplate();
  const { revision } = await admin.designs.publish.mutate({ id, revision: 1 });
  const { design } = await admin.designs.get.query({ id });
  const draft = await admin.designs.saveDraft.mutate({ id, design: { ...design, name: 'Seen' }, revision });
  const page = await firstTab(id);
  await admin.designs.saveDraft.mutate({ id, design: { ...design, name: 'Unseen' }, revision: draft.revision });
  await discard(page);
  await page.getByText(/^This template changed in another tab/).waitFor();
  expect((await admin.designs.get.query({ id })).design.name).toBe('Unseen');
  await openIn(page, id);
  const held = Promise.withResolvers<void>();
  await page.route(/designs\.saveDraft/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/designs\.saveDraft/);
  await write(page, 'First', 'Typed last');
  await asked;
  await discard(page);
  held.resolve();
  await page.getByText('Version 1', { exact: true }).waitFor();
  await untilQuiet(page);
  expect(await admin.designs.get.query({ id })).toMatchObject({ hasDraft: false, design: { name: 'Shared' } });
  expect(await textsOf(id)).toContain('First');
});

browserTest('a save that failed is not repeated while its draft is discarded', async () => {
  const id = await newTemplate();
  const { revision } = await admin.designs.publish.mutate({ id, revision: 1 });
  const { design } = await admin.designs.get.query({ id });
  await admin.designs.saveDraft.mutate({ id, design: { ...design, name: 'To be discarded' }, revision });
  const page = await firstTab(id);
  await page.route(/designs\.saveDraft/, (route) => route.abort());
  const held = Promise.withResolvers<void>();
  await page.route(/designs\.discardDraft/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await write(page, 'First', 'Never saved');
  await page.getByText(/^Not saved:/).waitFor();
  const asked = page.waitForRequest(/designs\.discardDraft/);
  await discard(page);
  await asked;
  await page.unroute(/designs\.saveDraft/);
  const saves: string[] = [];
  page.on('request', (request) => request.url().includes('designs.saveDraft') && saves.push(request.url()));
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.evaluate(settled);
  held.resolve();
  await page.getByText('Version 1', { exact: true }).waitFor();
  await untilQuiet(page);
  expect(saves).toEqual([]);
  expect(await admin.designs.get.query({ id })).toMatchObject({ hasDraft: false, design: { name: 'Shared' } });
});

browserTest('a draft that the designer cannot show is discarded or deleted', async () => {
  const id = await newTemplate();
  const { revision } = await admin.designs.publish.mutate({ id, revision: 1 });
  const { design } = await admin.designs.get.query({ id });
  const page = await openPage(laurel);
  await signIn(page, 'admin@designer-tabs.example');
  await admin.designs.saveDraft.mutate({ id, design: { ...design, tags: 5 }, revision });
  await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
  await page.getByRole('heading', { name: 'This template can’t be opened' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('button', { name: 'Add text' }).waitFor();
  const { id: unpublished } = await admin.designs.create.mutate({ design: { name: 'No list', elements: 5 } });
  await page.goto(`/o/${tenant.organisationId}/templates/${unpublished}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect(JSON.parse((await contentOf(await download)).toString())).toEqual({ name: 'No list', elements: 5 });
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('heading', { name: 'Templates' }).waitFor();
  await expect(admin.designs.get.query({ id: unpublished })).rejects.toThrow();
});

browserTest('the work of each tab stays in it, and that of a closed tab is adopted', async () => {
  const id = await newTemplate();
  const one = await firstTab(id);
  const other = await one.context().newPage();
  await openIn(other, id);
  await other.getByText('This template is also open in another tab.').waitFor();
  await one.getByText('This template is also open in another tab.').waitFor();
  await expectAccessible(other);
  // The first tab has work that it cannot save. The other one does not show it after a reload.
  await one.route('**/trpc/**', (route) => route.abort());
  await write(one, 'First', 'Only in the first tab');
  await one.getByText(/^Not saved:/).waitFor();
  await other.reload();
  await other.getByRole('button', { name: 'Add text' }).waitFor();
  await saved(other);
  await choose(other, 'First');
  await expect.poll(() => other.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe('First');
  await one.close();
  await other.getByText('This template is also open in another tab.').waitFor({ state: 'detached' });
  await openIn(other, id);
  await saved(other);
  await expect.poll(() => textsOf(id)).toContain('Only in the first tab');
});

browserTest('a duplicated tab does not take over the work of the tab that it was copied from', async () => {
  const id = await newTemplate();
  const one = await firstTab(id);
  await one.route('**/trpc/designs.saveDraft*', (route) => route.abort());
  await write(one, 'First', 'Not saved yet');
  await one.getByText(/^Not saved:/).waitFor();
  const idOf = (page: Page) => page.evaluate<string>("sessionStorage.getItem('laurel-tab')");
  const other = await one.context().newPage();
  // Browsers copy the storage of the session to a duplicate.
  await other.addInitScript(`sessionStorage.setItem('laurel-tab', '${await idOf(one)}')`);
  await openIn(other, id);
  await saved(other);
  expect(await idOf(other)).not.toBe(await idOf(one));
  expect(await textsOf(id)).toContain('First');
});

browserTest('undo and the saved drafts survive a reload', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  await write(page, 'First', 'Changed');
  await saved(page);
  await page.getByText(/^Draft$/).waitFor();
  await expect.poll(() => textsOf(id)).toEqual(['{{name}}', 'Changed', 'Second']);
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await choose(page, 'First');
  await expect.poll(() => page.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe('First');
  await expect.poll(() => textsOf(id)).toEqual(['{{name}}', 'First', 'Second']);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => textsOf(id)).toEqual(['{{name}}', 'Changed', 'Second']);
  await page.reload();
  await page.getByRole('button', { name: 'Version history' }).click();
  await page.getByRole('heading', { name: 'Saved drafts' }).waitFor();
  await page
    .getByRole('button', { name: /^View the draft of/ })
    .last()
    .click();
  await page.getByRole('img', { name: /^Preview: Draft of/ }).waitFor();
  await expectAccessible(page);
  await page
    .getByRole('dialog', { name: /^Draft of/ })
    .getByRole('button', { name: 'Restore' })
    .click();
  // It asks first.
  await page
    .getByRole('dialog', { name: /^Restore draft of/ })
    .getByRole('button', { name: 'Restore' })
    .click();
  await page.getByText(/^Draft of .* restored/).waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('a reload shows the draft that someone else has saved since', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  await write(page, 'First', 'Mine');
  await expect.poll(() => textsOf(id)).toContain('Mine');
  await saved(page);
  const { design, revision } = await admin.designs.get.query({ id });
  await admin.designs.saveDraft.mutate({ id, revision, design: { ...design, name: 'By someone else' } });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'By someone else' }).waitFor();
});

browserTest('a change that could not be saved is taken back, and the draft counts as saved again', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  await page.route('**/trpc/designs.saveDraft*', (route) => route.abort());
  await write(page, 'First', 'Changed');
  await page.getByText(/^Not saved:/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.unroute('**/trpc/designs.saveDraft*');
  await saved(page);
  expect(await textsOf(id)).toEqual(['{{name}}', 'First', 'Second']);
});

browserTest('a publication whose answer was lost is repeated, and publishes once', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this template?' });
  await page.route('**/trpc/designs.publish*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const publish = dialog.getByRole('button', { name: 'Publish' });
  await publish.click();
  await dialog.getByText('The server can’t be reached. Check your connection and try again.').waitFor();
  await page.unroute('**/trpc/designs.publish*');
  await publish.click();
  await page.getByText('Version 1 published').waitFor();
  const { versions } = await admin.designs.versions.query({ id });
  expect(versions.map(({ version }) => version)).toEqual([1]);
});

browserTest('an element whose save lost its answer is saved once, and not as a change by others', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/trpc/designs.saveDraft*', loseAnswer, { times: 1 });
  await page.getByRole('button', { name: 'Add rectangle' }).click();
  await page.getByText(/^Not saved:/).waitFor();
  await write(page, 'First', 'Changed next');
  await saved(page);
  await expect.poll(() => textsOf(id)).toEqual(['{{name}}', 'Changed next', 'Second', undefined]);
  expect(await page.getByText('Merged with changes from another tab or person.').count()).toBe(0);
});

browserTest('an element whose save lost its answer stays single if someone else saves next', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  const othersSaved = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route('**/trpc/designs.saveDraft*', async (route) => {
    if (isFirst) {
      isFirst = false;
      await route.fetch();
      return route.abort();
    }
    await othersSaved.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Add rectangle' }).click();
  await page.getByText(/^Not saved:/).waitFor();
  const { design, revision } = await admin.designs.get.query({ id });
  await admin.designs.saveDraft.mutate({ id, revision, design: { ...design, name: 'By someone else' } });
  othersSaved.resolve();
  await page.getByRole('heading', { level: 1, name: 'By someone else' }).waitFor();
  await saved(page);
  expect(await textsOf(id)).toEqual(['{{name}}', 'First', 'Second', undefined]);
});

browserTest('saves without a pause still leave a draft every five minutes', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  const start = Date.now();
  for (const [minutes, text] of [0, 3, 6, 9].map((minutes) => [minutes, `After ${minutes} minutes`] as const)) {
    await page.clock.setFixedTime(start + minutes * 60_000);
    await write(page, 'First', text);
    await expect.poll(() => textsOf(id)).toContain(text);
    await saved(page);
  }
  await page.getByRole('button', { name: 'Version history' }).click();
  await expect.poll(() => page.getByRole('button', { name: /^View the draft of/ }).count()).toBe(2);
});

browserTest('the newest ten of the saved drafts are kept', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  const start = Date.now();
  for (let draft = 1; draft <= 12; draft++) {
    await page.clock.setFixedTime(start + draft * 360_000);
    await write(page, 'First', `Draft ${draft}`);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(() => textsOf(id)).toContain(`Draft ${draft}`);
    await saved(page);
  }
  await page.getByRole('button', { name: 'Version history' }).click();
  const restore = page.getByRole('button', { name: /^Restore the draft of/ });
  await expect.poll(() => restore.count()).toBe(10);
  await restore.last().click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.poll(() => textsOf(id)).toContain('Draft 3');
});

browserTest('a draft that is viewed while another one of its minute loads is shown itself', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  const minute = new Date().setSeconds(0, 0);
  await page.clock.setFixedTime(minute + 10_000);
  await write(page, 'First', 'Earlier');
  await expect.poll(() => textsOf(id)).toContain('Earlier');
  await saved(page);
  // A reload begins another entry.
  await page.reload();
  await page.clock.setFixedTime(minute + 40_000);
  await write(page, 'First', 'Later in this minute');
  await expect.poll(() => textsOf(id)).toContain('Later in this minute');
  await saved(page);
  await page.getByRole('button', { name: 'Version history' }).click();
  const view = page.getByRole('button', { name: /^View the draft of/ });
  await expect.poll(() => view.count()).toBe(2);
  await untilQuiet(page);
  const held = Promise.withResolvers<void>();
  await page.route(
    /designs\.preview/,
    async (route) => {
      await held.promise;
      await route.continue();
    },
    { times: 1 },
  );
  const picture = page.getByRole('img', { name: /^Preview: Draft of/ });
  const close = async () => {
    await page
      .getByRole('dialog', { name: /^Draft of/ })
      .getByRole('button', { name: 'Close' })
      .last()
      .click();
    await page.getByRole('dialog', { name: /^Draft of/ }).waitFor({ state: 'detached' });
  };
  const asked = page.waitForRequest(/designs\.preview/);
  await view.last().click();
  await asked;
  await close();
  await view.first().click();
  held.resolve();
  const later = await picture.getAttribute('src');
  await close();
  await view.last().click();
  expect(await picture.getAttribute('src')).not.toBe(later);
});

browserTest('a save that a rate limit refused is repeated automatically', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  const refusal = { error: { message: 'Too many requests', code: -32029, data: { code: 'RATE_LIMITED' } } };
  await page.route(/designs\.saveDraft/, (route) => route.fulfill({ status: 429, json: [refusal] }), { times: 1 });
  await write(page, 'First', 'Saved later');
  await page.getByText(/^Not saved:/).waitFor();
  await saved(page);
  expect(await textsOf(id)).toContain('Saved later');
});

browserTest('changes of two tabs to different elements are merged, and the same element asks', async () => {
  const id = await newTemplate();
  const one = await firstTab(id);
  const other = await one.context().newPage();
  await openIn(other, id);
  await write(one, 'First', 'By the first tab');
  await saved(one);
  await expect.poll(() => textsOf(id)).toContain('By the first tab');
  await write(other, 'Second', 'By the other tab');
  await other.getByRole('button', { name: 'Add rectangle' }).click();
  await other.getByText('Merged with changes from another tab or person.').waitFor();
  await saved(other);
  expect(await textsOf(id)).toEqual(['{{name}}', 'By the first tab', 'By the other tab', undefined]);
  // Undo takes back only the changes of this tab.
  for (const _ of ['rectangle', 'text']) await other.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => textsOf(id)).toEqual(['{{name}}', 'By the first tab', 'Second']);
  await write(other, 'First', 'Mine');
  await saved(other);
  await write(one, 'First', 'Theirs');
  const alert = one.getByRole('alert').filter({ hasText: 'This template changed in another tab or by someone else' });
  await alert.waitFor();
  await expectAccessible(one);
  await expect.poll(() => textsOf(id)).toContain('Mine');
  await alert.getByRole('button', { name: 'Keep mine' }).click();
  await saved(one);
  await expect.poll(() => textsOf(id)).toContain('Theirs');
  // The other version is not lost.
  await one.getByRole('button', { name: 'Version history' }).click();
  await expect.poll(() => one.getByRole('button', { name: /^Restore the draft of/ }).count()).toBeGreaterThan(1);
  await one.keyboard.press('Escape');
  await write(other, 'First', 'Again');
  await other.getByRole('button', { name: 'Load their version' }).click();
  await other.getByRole('button', { name: 'Load their version' }).waitFor({ state: 'detached' });
  await choose(other, 'First');
  await expect.poll(() => other.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe('Theirs');
  expect(other.url()).toContain(id);
  // The version that was not kept can be restored.
  await other.getByRole('button', { name: 'Version history' }).click();
  await other
    .getByRole('button', { name: /^Restore the draft of/ })
    .first()
    .click();
  await other.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.poll(() => textsOf(id)).toContain('Again');
});

browserTest('several reasons to save during a save cause one more, which sends the latest draft', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  const saves: string[] = [];
  const held = Promise.withResolvers<void>();
  await page.route(/designs\.saveDraft/, async (route) => {
    saves.push(
      ...(route
        .request()
        .url()
        .match(/designs\.saveDraft/g) ?? []),
    );
    await held.promise;
    await route.continue();
  });
  await write(page, 'First', 'Sent first');
  await expect.poll(() => saves.length).toBe(1);
  await write(page, 'First', 'Sent next');
  await page.evaluate("for (const _ of [1, 2]) dispatchEvent(new Event('online'))");
  held.resolve();
  await saved(page);
  await expect.poll(() => textsOf(id)).toContain('Sent next');
  expect(saves).toHaveLength(2);
  expect(page.faults).toEqual([]);
});

browserTest('a version that a program publishes beside a draft is not replaced without a question', async () => {
  const id = await newTemplate();
  const { revision, design } = await admin.designs.get.query({ id });
  await admin.designs.publish.mutate({ id, revision });
  const page = await firstTab(id);
  await write(page, 'First', 'Mine');
  await saved(page);
  await expect.poll(() => textsOf(id)).toContain('Mine');
  const body = { ...design, name: 'By a program' };
  expect((await laurel.call(`/templates/${id}`, { key: tenant.key, method: 'PUT', body })).status).toBe(200);
  await write(page, 'Second', 'Mine, too');
  await page
    .getByRole('alert')
    .filter({ hasText: 'This template changed in another tab or by someone else' })
    .waitFor();
  expect(await textsOf(id)).toEqual(['{{name}}', 'Mine', 'Second']);
});

/** Saves another text of the template as someone else. */
async function othersWrite(id: string, from: string, to: string): Promise<void> {
  const { design, revision } = await admin.designs.get.query({ id });
  const elements = (design.elements as { text: string }[]).map((one) =>
    one.text === from ? { ...one, text: to } : one,
  );
  await admin.designs.saveDraft.mutate({ id, revision, design: { ...design, elements } });
}
const conflict = (page: Page) => page.getByRole('alert').filter({ hasText: 'changed in another tab' });

browserTest('changes to other elements are merged after someone else has published', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  await admin.designs.publish.mutate({ id, revision: 1 });
  await othersWrite(id, 'Second', 'Theirs');
  await write(page, 'First', 'Mine');
  await expect.poll(() => textsOf(id)).toEqual(['{{name}}', 'Mine', 'Theirs']);
  await page.getByText('Version 1 · Unpublished changes').waitFor();
  expect(await conflict(page).count()).toBe(0);
});

browserTest('unseen changes of others are merged before they can be published', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  await othersWrite(id, 'Second', 'Theirs');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this template?' });
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByText(/Check the changes, then publish again\.$/).waitFor();
  await page.getByText('Merged with changes from another tab or person.').waitFor();
  expect((await admin.designs.get.query({ id })).publishedVersion).toBeNull();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 1', { exact: true }).waitFor();
  expect(await textsOf(id)).toEqual(['{{name}}', 'First', 'Theirs']);
});

browserTest('a text whose save lost its answer is changed again without a conflict', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  const othersSaved = Promise.withResolvers<void>();
  let saves = 0;
  await page.route('**/trpc/designs.saveDraft*', async (route) => {
    if (++saves > 1) {
      await othersSaved.promise;
      return route.continue();
    }
    await route.fetch();
    return route.abort();
  });
  await write(page, 'First', 'Sent');
  await page.getByText(/^Not saved:/).waitFor();
  await othersWrite(id, 'Second', 'Theirs');
  await write(page, 'First', 'Changed next');
  othersSaved.resolve();
  await expect.poll(() => textsOf(id)).toEqual(['{{name}}', 'Changed next', 'Theirs']);
  expect(await conflict(page).count()).toBe(0);
});

browserTest('a reload after a merge keeps the changes of others apart from its own', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  await othersWrite(id, 'Second', 'Theirs');
  let saves = 0;
  // The first one is refused. The merged one is stored, but its answer is lost.
  await page.route('**/trpc/designs.saveDraft*', async (route) => {
    if (++saves === 1) return route.continue();
    if (saves === 2) await route.fetch();
    return route.abort();
  });
  await write(page, 'First', 'Mine');
  await page.getByText(/^Not saved:/).waitFor();
  page.once('dialog', (dialog) => void dialog.accept());
  await openIn(page, id);
  await othersWrite(id, 'Theirs', 'Theirs, changed');
  await write(page, 'First', 'Mine, changed');
  await page.unroute('**/trpc/designs.saveDraft*');
  await expect.poll(() => textsOf(id)).toEqual(['{{name}}', 'Mine, changed', 'Theirs, changed']);
  expect(await conflict(page).count()).toBe(0);
});

browserTest('a name that is typed while a version is published is saved as the next draft', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  const held = Promise.withResolvers<void>();
  await page.route(/designs\.publish/, async (route) => {
    const response = await route.fetch();
    await held.promise;
    await route.fulfill({ response });
  });
  await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const published = page.waitForRequest(/designs\.publish/);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await published;
  await dialog.getByLabel('Name', { exact: true }).fill('Typed meanwhile');
  held.resolve();
  await page.getByText('Version 1 published').waitFor();
  await page.getByText('Version 1 · Unpublished changes').waitFor();
  const nameOf = async () => ((await admin.designs.get.query({ id })).design as { name: string }).name;
  await expect.poll(nameOf).toBe('Typed meanwhile');
  expect(page.faults).toEqual([]);
});

browserTest('a publication that runs still shows as running when its dialog opens again', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  const held = Promise.withResolvers<void>();
  await page.route(/designs\.publish/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const open = page.getByRole('main').getByRole('button', { name: 'Publish', exact: true });
  await open.click();
  const dialog = page.getByRole('dialog');
  const publish = dialog.getByRole('button', { name: 'Publish' });
  const asked = page.waitForRequest(/designs\.publish/);
  await publish.click();
  await asked;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await open.click();
  await publish.waitFor();
  expect(await publish.isDisabled()).toBe(true);
  held.resolve();
  await page.getByText('Version 1 published').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(page.faults).toEqual([]);
});

browserTest('a version has its author and note, and publishing leads on to issuing and is then quiet', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  const publish = page.getByRole('main').getByRole('button', { name: 'Publish', exact: true });
  await publish.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note (optional)').fill('With the new <logo>');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Version 1 published' });
  await toast.waitFor();
  // The notification covers none of the header's buttons.
  const place = await toast.boundingBox();
  const buttons = await page.locator('header').locator('button, a').all();
  const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
  expect(boxes.length).toBeGreaterThan(4);
  const covered = boxes.filter(
    (one) =>
      one &&
      place &&
      one.x < place.x + place.width &&
      place.x < one.x + one.width &&
      one.y < place.y + place.height &&
      place.y < one.y + one.height,
  );
  expect(covered).toEqual([]);
  await expect.poll(() => publish.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => page.getByRole('link', { name: 'Issue', exact: true }).getAttribute('href')).toContain(id);
  await write(page, 'First', 'Changed');
  await page.getByText('Version 1 · Unpublished changes').waitFor();
  await expect.poll(() => publish.getAttribute('aria-disabled')).toBe('false');
  // The note of the former version is not that of the next.
  await publish.click();
  expect(await dialog.getByLabel('Note (optional)').inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Version history' }).click();
  await page.getByText('With the new <logo>').waitFor();
  await page.getByText(/by admin@designer-tabs\.example|by Admin/i).waitFor();
  await page.getByRole('button', { name: 'View version 1' }).click();
  const picture = page.getByRole('img', { name: 'Preview: Version 1' });
  await picture.waitFor();
  expect((await picture.boundingBox())?.width).toBeGreaterThan(700);
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('dialog', { name: 'Restore version 1?' }).getByRole('button', { name: 'Restore' }).click();
  await page.getByText(/^Version 1 restored/).waitFor();
  expect(page.faults).toEqual([]);
});

/** Leaves work in a closed tab that could not be saved. */
async function leaveUnsaved(page: Page, content: string): Promise<void> {
  await page.route('**/trpc/**', (route) => route.abort());
  await write(page, 'First', content);
  await page.getByText(/^Not saved:/).waitFor();
  // A page that closes saves again, when its routes have ended.
  await page.evaluate("addEventListener('visibilitychange', (event) => event.stopImmediatePropagation(), true)");
  await page.close();
}

browserTest('a browser that two people share shows neither the drafts nor the unsaved work of the other', async () => {
  const id = await newTemplate();
  await createMember(laurel, tenant, 'other@designer-tabs.example', 'admin');
  const page = await firstTab(id);
  const other = await page.context().newPage();
  await write(page, 'Second', 'Saved by the first');
  await expect.poll(() => textsOf(id)).toContain('Saved by the first');
  await saved(page);
  await leaveUnsaved(page, 'Never saved');
  await other.goto('/login');
  await signIn(other, 'other@designer-tabs.example');
  await openIn(other, id);
  await saved(other);
  await choose(other, 'First');
  expect(await other.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe('First');
  await other.getByRole('button', { name: 'Version history' }).click();
  await other.getByText('No versions yet.').waitFor();
  expect(await other.getByRole('heading', { name: 'Saved drafts' }).count()).toBe(0);
});

browserTest('of two closed tabs with unsaved work, the later work is adopted', async () => {
  const id = await newTemplate();
  const one = await firstTab(id);
  const context = one.context();
  const [two, three] = [await context.newPage(), await context.newPage()];
  await openIn(two, id);
  await leaveUnsaved(one, 'Earlier work');
  await leaveUnsaved(two, 'Later work');
  await three.goto('/');
  const held = () =>
    three.evaluate<string[]>('navigator.locks.query().then(({ held }) => held.map(({ name }) => name))');
  await expect.poll(async () => (await held()).filter((name) => name.startsWith('laurel-tab-'))).toEqual([]);
  await openIn(three, id);
  await saved(three);
  await expect.poll(() => textsOf(id)).toContain('Later work');
});

browserTest('a draft replaces another one that the designer cannot show', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  const { revision } = await admin.designs.get.query({ id });
  await admin.designs.saveDraft.mutate({ id, revision, design: { name: 'No list', elements: 5 } });
  await write(page, 'First', 'Mine');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await saved(page);
  expect(await textsOf(id)).toEqual(['{{name}}', 'Mine', 'Second']);
});

browserTest('a name that is typed before a publication reaches the server does not stop it', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  const held = Promise.withResolvers<void>();
  await page.route(/designs\.publish/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click();
  const asked = page.waitForRequest(/designs\.publish/);
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await asked;
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Typed early');
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.evaluate(settled);
  held.resolve();
  await page.getByText('Version 1 published').waitFor();
  const design = { name: 'Typed early' };
  await expect.poll(() => admin.designs.get.query({ id })).toMatchObject({ hasDraft: true, design });
});

browserTest('the picture of a draft in the gallery follows its changes', async () => {
  const id = await newTemplate();
  const page = await firstTab(id);
  // Nothing in a cache becomes old.
  await page.clock.setFixedTime(Date.now());
  const card = page.getByRole('article').filter({ has: page.locator(`a[href*="${id}"]`) });
  const picture = () => card.locator('img').first().getAttribute('src');
  await page.getByRole('link', { name: 'All templates' }).click();
  const before = await picture();
  await card.getByRole('heading').getByRole('link').click();
  await write(page, 'First', 'Changed');
  await expect.poll(() => textsOf(id)).toContain('Changed');
  await saved(page);
  await page.getByRole('link', { name: 'All templates' }).click();
  await expect.poll(picture).not.toBe(before);
});

browserTest('a new variable is asked for as soon as its version is published', async () => {
  const id = await newTemplate();
  await admin.designs.publish.mutate({ id, revision: 1 });
  const page = await firstTab(id);
  // Nothing in a cache becomes old.
  await page.clock.setFixedTime(Date.now());
  await page.getByRole('link', { name: 'Issue', exact: true }).first().click();
  await page.getByRole('textbox', { name: 'name', exact: true }).waitFor();
  await page.goBack();
  await write(page, 'First', '{{grade}}');
  await saved(page);
  await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Issue a certificate' }).click();
  await page.getByRole('textbox', { name: 'grade', exact: true }).waitFor();
});
