import { isLanguage } from './tags.ts';

/** Language setting of a design: a tag (BCP 47), or the variable that contains it. */
export type LanguageMember = string | { variable: string; default?: string | undefined } | null | undefined;

/** Returns the language that a design sets for these values (BCP 47); null if it sets none. */
export function givenLanguage(language: LanguageMember, find: (variable: string) => string | undefined): string | null {
  if (typeof language !== 'object' || language === null) return language ?? null;
  const value = find(language.variable);
  return value && isLanguage(value) ? value : (language.default ?? null);
}
