// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export type { Messages } from './types.ts';

const MODULES = {
  en: () => import('./en.ts'),
  fr: () => import('./fr.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  it: () => import('./it.ts'),
  ar: () => import('./ar.ts'),
  ja: () => import('./ja.ts'),
  zh: () => import('./zh.ts'),
  hi: () => import('./hi.ts'),
};

export type Language = keyof typeof MODULES;
export const LANGUAGES = Object.keys(MODULES) as Language[];

/** Returns the language of the messages for a BCP 47 tag. Traditional Chinese has none: its readers are not shown Simplified. */
export function languageFor(tag: string): Language | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return script === 'Hant' ? undefined : LANGUAGES.find((one) => one === language);
  } catch {
    return undefined;
  }
}

/** Loads the messages of one language. */
export const loadMessages = async (language: Language): Promise<Messages> => (await MODULES[language]()).messages;
