import { expect } from 'vitest';
import { browserTest, openPage, signIn } from '../support/browser.ts';
import { figure, scale } from '../support/faults.ts';
import { Laurel } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { RandomAuthor } from '../support/random-drafting.ts';

const CHANGES = scale(25, 200);
const NAMES = ['Ada', 'Bob', 'Cleo'];

browserTest('a template that three tabs change at random keeps the work of each of them, once', async () => {
  const laurel = await Laurel.start({ LOG_LEVEL: 'silent', RATE_LIMIT_DEFAULT: '100000', RATE_LIMIT_SIGN_IN: '1000' });
  const tenant = await laurel.tenant();
  const people = ['ada@drafting.example', 'bob@drafting.example'] as const;
  const [client] = await Promise.all(
    people.map(async (email) => nativeClient(laurel, await sessionOf(laurel, tenant, email, 'admin'))),
  );
  if (!client) throw new Error('there is no person');
  const text = (content: string, at: number) => ({
    ...{ type: 'text', x: 40, y: 60 * at, width: 200, height: 40, text: content, font: 'Inter', size: 20 },
  });
  const { id } = await client.designs.create.mutate({
    design: {
      ...{ name: 'Shared', recipientNameVariable: 'name', page: { width: 842, height: 595 } },
      elements: [text('{{name}}', 1), ...NAMES.map((name, at) => text(name, at + 2))],
    },
  });
  const seed = Math.floor(Math.random() * 1e6);
  const pages = await Promise.all(
    people.map(async (email) => {
      const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
      await signIn(page, email);
      return page;
    }),
  );
  // Two tabs of one person share a browser.
  const [first, other] = pages as [(typeof pages)[number], (typeof pages)[number]];
  const tabs = [first, await first.context().newPage(), other];
  const authors = tabs.map((page, at) => new RandomAuthor(page, { name: NAMES[at] ?? '', seed: seed + at }));
  for (const page of tabs) {
    await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
    await page.getByRole('button', { name: 'Add text' }).waitFor();
  }
  await Promise.all(authors.map((author) => author.make(CHANGES)));
  for (const author of authors) await author.end();
  const textsOf = ({ design }: { design: Record<string, unknown> }) =>
    (design.elements as { text: string }[]).map((element) => element.text).sort();
  const saved = textsOf(await client.designs.get.query({ id }));
  const faults = authors.flatMap((author) => author.faults);
  const expectTexts = (what: string, actual: readonly string[], wanted: readonly string[]) => {
    if (actual.join() !== wanted.join()) faults.push(`${what}: ${actual.join()}, not ${wanted.join()}`);
  };
  for (const [at, author] of authors.entries()) {
    const own = (texts: readonly string[]) => texts.filter((one) => one.startsWith(NAMES[at] ?? ''));
    expectTexts(`the saved texts of ${NAMES[at]}`, own(saved), author.texts);
    await author.reopen();
    const shown = (await author.shown()).filter((one) => NAMES.some((name) => one.startsWith(name)));
    expectTexts(`the page of ${NAMES[at]}`, shown, authors.flatMap(({ texts }) => texts).sort());
    for (const [version, texts] of author.published)
      expectTexts(`version ${version}`, own(textsOf(await client.designs.version.query({ id, version }))), texts);
  }
  expect(faults, `seed ${seed}`).toEqual([]);
  const what = `disagreements after ${NAMES.length * CHANGES} random changes of a template`;
  figure({ fault: 'F60', what, measured: faults.length, wanted: 0 });
});
