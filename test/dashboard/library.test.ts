import { expect } from 'vitest';
import { browserTest, expectTextsAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

browserTest(
  'the library names designs and colours in the member’s language, and a template keeps the name',
  async () => {
    const laurel = await Laurel.shared();
    const tenant = await laurel.tenant();
    const email = `owner-${tenant.organisationId}@library.example`;
    const owner = nativeClient(laurel, await sessionOf(laurel, tenant, email, 'owner'));
    const page = await openPage(laurel);
    await signIn(page, email);
    const library = `/o/${tenant.organisationId}/templates/new`;
    const cardOf = (name: string) =>
      page.getByRole('article').filter({ has: page.getByRole('button', { name, exact: true }) });

    await page.goto(`${library}?lang=de`);
    const card = cardOf('Festliches Diplom verwenden');
    await card.getByText('Rankenwerk in den Ecken und antike Versalien, im Hochformat').waitFor();
    const names = ['Mitternacht', 'Waldgrün', 'Bordeaux', 'Graphit'];
    const swatches = await card.getByRole('radio').all();
    expect(await Promise.all(swatches.map((swatch) => swatch.getAttribute('title')))).toEqual(names);
    await card.getByText('Texte auf Englisch').waitFor();
    await cardOf('Ehrenurkunde verwenden').getByText('Texte auf Chinesisch').waitFor();
    await expectTextsAccessible(page);

    await card.getByRole('radio', { name: 'Waldgrün' }).check();
    await card.getByRole('button', { name: 'Festliches Diplom verwenden' }).click();
    await page.getByRole('heading', { name: 'Festliches Diplom' }).waitFor();
    const { design } = await owner.designs.get.query({ id: new URL(page.url()).pathname.split('/').at(-1) ?? '' });
    expect(design).toMatchObject({ name: 'Festliches Diplom', language: 'en' });
    expect(JSON.stringify(design)).toContain('This is to certify that');
    expect(JSON.stringify(design)).toContain('#17382c');

    // Regions are no other language.
    await page.goto(`${library}?lang=en`);
    await cardOf('Use Licence with validity').waitFor();
    expect((await page.getByText(/^Texts in /).allTextContents()).sort()).toEqual(
      ['Arabic', 'Chinese', 'French', 'Hebrew', 'Hindi', 'Japanese', 'Ukrainian'].map((name) => `Texts in ${name}`),
    );
    expect(page.faults).toEqual([]);
  },
);
