/** Parts of names that are small unless they come first. */
const PARTICLES = new Set([
  ...['de', 'da', 'do', 'das', 'dos', 'di', 'del', 'della', 'du', 'des', 'le', 'la', 'les', 'y', 'e', 'i', 'et'],
  ...['der', 'den', 'van', 'von', 'vom', 'zu', 'zum', 'zur', 'und', 'ter', 'ten', 'af', 'av', 'bin', 'ibn', 'al', 'el'],
]);

/** Returns a name with a capital at the start of each word, by the rules of a language. It is an offer: only its bearer knows it. */
export function properCase(name: string, locale?: string): string {
  // A ligature, as copied from a PDF, would become two capitals.
  const letters = name.replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'));
  const words = letters.toLocaleLowerCase(locale).split(/(\s+)/);
  return words.map((word, index) => (index > 0 && PARTICLES.has(word) ? word : capitalised(word, locale))).join('');
}

function capitalised(word: string, locale: string | undefined): string {
  const upper = (text: string) => text.toLocaleUpperCase(locale);
  return word
    .replace(/(^|[-'’.(])(\p{Ll})/gu, (_, before: string, letter: string) => before + upper(letter))
    .replace(/^Ij(?=\p{Ll})/u, locale?.startsWith('nl') ? 'IJ' : 'Ij')
    .replace(/^Mc(\p{Ll})/u, (_, letter: string) => `Mc${upper(letter)}`);
}
