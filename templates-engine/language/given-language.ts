import { isLanguage } from './tags.ts';

/** What a design says of its certificates' language: a tag (BCP 47), or the variable that gives it. */
export type LanguageMember = string | { variable: string; default?: string | undefined } | null | undefined;

/** The language that a design gives a certificate with these values (BCP 47); null where it gives none. */
export function givenLanguage(language: LanguageMember, find: (variable: string) => string | undefined): string | null {
  if (typeof language !== 'object' || language === null) return language ?? null;
  const value = find(language.variable);
  return value && isLanguage(value) ? value : (language.default ?? null);
}
