import { detail } from '../../errors/detail.ts';
import { validationError } from '../errors.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

const PRODUCT = 'laurel';
/** Letters and digits that a password must have besides a name that everybody knows. */
const OWN_LENGTH = 8;
/** Shorter parts of an address are in many words. */
const MIN_WORD = { local: 3, domain: 4 };

/** Returns true for the most common passwords and those made of the product's name: what attackers try first. */
export const isGuessable = (password: string): boolean => {
  const folded = fold(password);
  return COMMON_PASSWORDS.has(folded) || isMadeOf(folded, [PRODUCT]);
};

/** Refuses a password made of the person's e-mail address. VALIDATION_ERROR at the path. */
export function assertNotMadeOf(email: string, password: string, path: string): void {
  const address = fold(email);
  const [local = '', domain = ''] = address.split('@');
  const words = [address, ...partsOf(local, MIN_WORD.local), ...partsOf(domain, MIN_WORD.domain), PRODUCT];
  if (isMadeOf(fold(password), words)) throw validationError(detail(path, 'guessable_password'));
}

const partsOf = (text: string, min: number): string[] =>
  [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter(({ length }) => length >= min);

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Returns true if little is left of a password without these words: few characters, or only digits. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), password);
  if (rest === password) return false;
  const own = rest.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return own.length < OWN_LENGTH || /^\p{N}*$/u.test(own);
}
