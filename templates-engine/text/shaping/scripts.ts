/** Codes of the scripts of Unicode 17 (ISO 15924), with those of most names first. */
const CODES =
  'Latn Cyrl Arab Deva Hani Hang Hira Kana Grek Hebr Thai Beng Taml Telu Gujr Guru Knda Mlym Orya Sinh Armn Geor Ethi Khmr Laoo Mymr Tibt ' +
  'Adlm Aghb Ahom Armi Avst Bali Bamu Bass Batk Berf Bhks Bopo Brah Brai Bugi Buhd Cakm Cans Cari Cham Cher Chrs Copt Cpmn Cprt Diak Dogr ' +
  'Dsrt Dupl Egyp Elba Elym Gara Glag Gong Gonm Goth Gran Gukh Hano Hatr Hluw Hmng Hmnp Hung Ital Java Kali Kawi Khar Khoj Kits Krai Kthi ' +
  'Lana Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Modi Mong Mroo Mtei Mult Nagm Nand Narb Nbat Newa ' +
  'Nkoo Nshu Ogam Olck Onao Orkh Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Plrd Prti Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw Shrd ' +
  'Sidd Sidt Sind Sogd Sogo Sora Soyo Sund Sunu Sylo Syrc Tagb Takr Tale Talu Tang Tavt Tfng Tglg Thaa Tirh Tnsa Todr Tols Toto Tutg Ugar ' +
  'Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb';
const SCRIPTS = CODES.split(' ').flatMap((code): { code: string; letters: RegExp }[] => {
  try {
    return [{ code, letters: new RegExp(`\\p{Script=${code}}`, 'u') }];
  } catch {
    // A Node with an older Unicode does not know the script, nor its letters.
    return [];
  }
});

const known = new Map<string, string | null>();

/** Returns the script of a character (ISO 15924); null for one that several scripts share. */
function scriptOf(character: string): string | null {
  const cached = known.get(character);
  if (cached !== undefined) return cached;
  const found = SCRIPTS.find(({ letters }) => letters.test(character))?.code ?? null;
  known.set(character, found);
  return found;
}

const OPENING = /\p{Ps}/u;
const CLOSING = /\p{Pe}/u;

/**
 * Returns the script of each UTF-16 unit (UAX 24, 5). Shared characters and marks belong to the preceding script, or else to the following
 * one. A closing bracket belongs to the script of its opening one.
 */
export function scriptsOf(text: string): (string | null)[] {
  const scripts: (string | null)[] = new Array(text.length).fill(null);
  const open: (string | null)[] = [];
  let current: string | null = null;
  let at = 0;
  for (const character of text) {
    const own = scriptOf(character);
    if (own === null && CLOSING.test(character)) current = open.pop() ?? current;
    else if (own !== null) {
      if (current === null) scripts.fill(own, 0, at);
      current = own;
    } else if (OPENING.test(character)) open.push(current);
    scripts.fill(current, at, at + character.length);
    at += character.length;
  }
  return scripts;
}
