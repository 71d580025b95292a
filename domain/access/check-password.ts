import { readFileSync } from 'node:fs';
import { detail } from '../../errors/detail.ts';
import { validationError } from '../errors.ts';

/**
 * The most common passwords, in lower case, without those below the minimum length. Sources: the 49,000 of @zxcvbn-ts/language-common 4.1.3
 * (MIT) and the 20,000 of Django 5.0 (BSD-3-Clause).
 */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s+/),
);
const PRODUCT = 'laurel';
/** Minimum letters and digits that a password has besides guessable words. */
const OWN_LENGTH = 8;
/** Minimum length of the parts of an address. Shorter ones occur in many words. */
const MIN_WORD = { local: 3, domain: 4 };

/** Returns true for the most common passwords and those made of the product's name. Attackers try these first. */
export const isGuessable = (password: string): boolean => {
  const folded = fold(password);
  return COMMON.has(folded) || COMMON.has(compact(folded)) || isMadeOf(folded, [PRODUCT]);
};

/** Rejects a password made of the person's e-mail address, with VALIDATION_ERROR at the path. */
export function assertNotMadeOf(email: string, password: string, path: string): void {
  const address = fold(email);
  const [local = '', domain = ''] = address.split('@');
  const words = [address, ...partsOf(local, MIN_WORD.local), ...partsOf(domain, MIN_WORD.domain), PRODUCT];
  if (isMadeOf(fold(password), words)) throw validationError(detail(path, 'guessable_password'));
}

const partsOf = (text: string, min: number): string[] =>
  [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter(({ length }) => length >= min);

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Keeps letters and digits. Signs between or after them do not make a password harder to guess. */
const compact = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Returns true if only a few characters, or only digits, remain of a password without these words. Signs in them do not count. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const compacted = words.map(compact).filter(({ length }) => length >= MIN_WORD.local);
  return hasLittleElse(password, words) || hasLittleElse(compact(password), compacted);
}

function hasLittleElse(password: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), password);
  if (rest === password) return false;
  const own = compact(rest);
  return own.length < OWN_LENGTH || /^\p{N}*$/u.test(own);
}
