import { beforeAll, expect, test } from 'vitest';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';

/** Names with searches that find exactly them. */
const SEARCHES: readonly (readonly [string, readonly string[]])[] = [
  ['José Núñez', ['jose', 'JOSÉ', 'Jose\u0301 nun\u0303ez', 'é n']],
  ['Zoe\u0308 Ame\u0301lie', ['zoë', 'zoe amelie', 'Amélie']],
  ['Jürgen Müller', ['muller', 'MÜLLER', 'Mu\u0308ller', 'jurgen m', 'mueller', 'Juergen MUELLER', 'juergen m']],
  ['Heinz Buehler', ['buehler', 'bühler', 'Bu\u0308hler', 'BUHLER', 'heinz b']],
  ['Uwe Bauer', ['bauer', 'auer']],
  ['Wolfgang Goethe', ['goethe', 'göthe', 'gothe', 'ethe']],
  ['Sue Mae', ['sue', 'mae', 'sue m']],
  ['Ute Haeusler', ['häusler', 'hausler', 'haeusler']],
  ['Åse Dahl', ['ase d', 'aase', 'ÅSE']],
  ['Pia \u00a0  Hal\u00adm', ['pia halm', 'pia     halm', 'pia\u3000halm']],
  ['Łukasz Wójcik', ['lukasz', 'ŁUKASZ', 'wojcik']],
  ['Karl Straße', ['strasse', 'STRASSE', 'straße', 'STRAẞE']],
  ['Søren Bjørnæs', ['soren', 'SØREN', 'bjornaes', 'soeren']],
  ['Nguyễn Đức', ['nguyen duc', 'NGUYỄN', 'đức']],
  ['Se\ufb01na O\ufb03ce', ['sefina', 'office', '\ufb01na']],
  ['\uff2b\uff45\uff4e\uff14\uff12', ['ken42', '\uff4b\uff45\uff4e']],
  ['\uff94\uff8f\uff80\uff9e', ['ヤマダ', '\uff94\uff8f']],
  ['İpek Yıldız', ['ipek', 'İPEK', 'yildiz', 'YILDIZ', 'yıldız', 'YİLDİZ']],
  ['Siobhán O’Dowd', ["o'dowd", 'O’DOWD', 'o\u02bcdowd', 'o\uff07dowd', 'siobhan o']],
  ['Ανδρέας Οδός', ['ανδρεας', 'ΑΝΔΡΈΑΣ', 'ΟΔΟΣ']],
  ['Семён Воробьёв', ['семен', 'СЕМЁН', 'воробьев']],
  ['مُحَمَّد', ['محمد', 'مُحَمَّد']],
  ['أنوار', ['انوار', 'ٱنوار', 'آنوار', 'أنـــوار']],
  ['فاطمة', ['فاطمه', 'فاطمة']],
  ['علی\u200cرضا', ['علیرضا', 'علی\u200cرضا', 'عليرضا']],
  ['שָׁלוֹם', ['שלום', 'שָׁלוֹם']],
  ['क्\u200dषमा', ['क्षमा', 'क्\u200dषमा']],
  ['\u095eातिमा', ['फातिमा', 'फ\u093cातिमा']],
  ['さとう', ['サトウ', 'ｻﾄｳ', 'さとう']],
  ['김영희', ['김', '희', '\u1100\u1175\u11b7']],
  ['葛\u{e0100}城', ['葛城', '葛\u{e0100}', '城']],
  ['สมชาย', ['สม', 'ชาย']],
];
/** Searches that find nobody, because folding keeps letters and words. */
const NOBODY = ['josef', 'baur', 'jan', 'moe', 'os', 'tras se', 'odowd', '\uff94\uff8f\uff80 x'];

let laurel: Laurel;
let tenant: Tenant;

beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  const { key, templateId } = tenant;
  // Their other values are empty, and their addresses have no letters of a search.
  const empty = Object.fromEntries(Object.keys(VARIABLES).map((variable) => [variable, '']));
  const recipients = SEARCHES.map(([name], at) => ({
    variables: { ...empty, name },
    recipientEmail: `${'q'.repeat(at + 1)}@q.qq`,
  }));
  await laurel.call('/batches', { key, body: { templateId, recipients } });
});

async function found(path: string, search: string): Promise<number[]> {
  const { body } = await laurel.call(`${path}?${new URLSearchParams({ search })}`, { key: tenant.key });
  const entries: { recipientEmail?: string; email?: string }[] = body.certificates ?? body.recipients;
  return entries.map(({ recipientEmail, email }) => (recipientEmail ?? email ?? '').indexOf('@') - 1);
}

test.each(SEARCHES.flatMap(([name, searches], at) => searches.map((search) => [search, name, at] as const)))(
  'a search for “%s” finds the certificate and the recipient “%s”',
  async (search, _name, at) => {
    expect(await found('/certificates', search)).toEqual([at]);
    expect(await found('/recipients', search)).toEqual([at]);
  },
);

test.each(NOBODY)('a search for “%s” finds nobody', async (search) => {
  expect(await found('/certificates', search)).toEqual([]);
  expect(await found('/recipients', search)).toEqual([]);
});

test('a search finds folded values, and external ids', async () => {
  const { key, templateId } = tenant;
  const body = { templateId, variables: { ...VARIABLES, name: 'X', course: 'Crème brûlée' }, externalId: 'Œuvre/7' };
  const { status } = await laurel.call('/certificates', { key, body });
  expect(status).toBe(201);
  const names = async (search: string) =>
    (await laurel.call(`/certificates?${new URLSearchParams({ search })}`, { key })).body.certificates.map(
      ({ externalId }: { externalId: string }) => externalId,
    );
  expect(await names('creme BRULEE')).toEqual(['Œuvre/7']);
  expect(await names('oeuvre 7')).toEqual(['Œuvre/7']);
});
