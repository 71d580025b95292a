/**
 * Language of texts, and the engine's own phrases. Languages are BCP 47 tags. Detection needs no network or model, and gives the same
 * result for the same text, because a certificate can be rendered again at any time.
 */

import { ALPHABETS } from './alphabets.ts';
import { mainScript, scriptOf } from './scripts.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Minimum score of a detection: that of a word or letter that two languages share. */
const LEAST_EVIDENCE = 0.5;
/** Penalty for each letter that a language lacks. Less than the score of a word, because names contain foreign letters. */
const FOREIGN_LETTER = 0.4;

interface Candidate {
  language: string;
  script: string;
  words: ReadonlySet<string>;
  letters: ReadonlySet<string>;
}

let known: readonly Candidate[] | undefined;
function candidates(): readonly Candidate[] {
  known ??= Object.entries(STOP_WORDS).map(([language, words]) => ({
    language,
    script: scriptOf(language),
    words: new Set(words.split(' ')),
    letters: new Set(ALPHABETS[language] ?? ''),
  }));
  return known;
}

/**
 * Detects the language (BCP 47) of a text by its script. If languages share the script, words and letters decide; each counts more if fewer
 * languages have it. Returns null without sufficient evidence.
 */
export function detectLanguage(text: string): string | null {
  const script = mainScript(text);
  if (!script) return null;
  const rivals = candidates().filter((candidate) => candidate.script === script.code);
  const [best] = scores(text, rivals).sort((a, b) => b.score - a.score);
  if (best && best.score >= LEAST_EVIDENCE) return best.language;
  return script.code === 'Latn' ? null : script.language;
}

function scores(text: string, rivals: readonly Candidate[]): { language: string; score: number }[] {
  const words = new Set(
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\u200C]+/gu) ?? [],
  );
  const letters = [...new Set([...words].join(''))].filter((letter) => !/[a-z]/.test(letter));
  const found = rivals.map(({ language }) => ({ language, score: 0 }));
  const count = (has: (candidate: Candidate) => boolean, penalty: number) => {
    const havers = rivals.map(has);
    const number = havers.filter(Boolean).length;
    if (number === 0) return;
    for (const [index, one] of found.entries()) one.score += havers[index] ? 1 / number : -penalty;
  };
  for (const word of words) count((candidate) => candidate.words.has(word), 0);
  for (const letter of letters)
    count((candidate) => (candidate.letters.size === 0 ? false : candidate.letters.has(letter)), FOREIGN_LETTER);
  return found;
}
