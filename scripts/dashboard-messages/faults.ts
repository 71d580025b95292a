import { readFileSync } from 'node:fs';
import { categoriesOf } from '../compile-messages.ts';
import { type Catalogue, cataloguePath, readCatalogue, TRANSLATED } from './catalogues.ts';
import { namesIn } from './compile.ts';
import { type Extracted, extractMessages } from './extract.ts';

/** Messages by language that are the same in English: names of things that the language borrowed. */
const BORROWED: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync('messages/dashboard/borrowed.json', 'utf8'),
);

/** Returns the faults of the dashboard's translations, each with its file and message. */
export async function translationFaults(): Promise<string[]> {
  const extracted = await extractMessages();
  return TRANSLATED.flatMap((language) =>
    faultsOf(extracted, readCatalogue(language), language, BORROWED[language] ?? []).map(
      (fault) => `${cataloguePath(language)}: ${fault}`,
    ),
  );
}

/** Returns the faults of one catalogue: messages that are missing, superfluous, equal to English, or have other values or plural forms. */
export function faultsOf(
  extracted: readonly Extracted[],
  catalogue: Catalogue,
  language: string,
  borrowed: readonly string[],
): string[] {
  const known = new Set(extracted.map(({ key }) => key));
  const superfluous = Object.keys(catalogue).filter((key) => !known.has(key));
  const isBorrowed = new Set(borrowed);
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const faults = extracted.flatMap(({ key, message }) => {
    const translation = catalogue[key] ?? '';
    const about = (fault: string) => [`${fault}: ${JSON.stringify(key)}`];
    if (translation.trim() === '') return about('not translated');
    try {
      if (String(namesIn(translation)) !== String(namesIn(message)))
        return about(`has ${namesIn(translation)}, not ${namesIn(message)}`);
    } catch (error) {
      return about(error instanceof Error ? error.message : String(error));
    }
    const wrong = categoriesOf(translation).find(
      (forms) => String(forms.sort()) !== String(pluralCategories.toSorted()),
    );
    if (wrong) return about(`has the plural forms ${wrong}, not ${pluralCategories}`);
    if (hasWords(message) && (translation === message) !== isBorrowed.has(key))
      return about(
        translation === message ? 'equal to English' : 'borrowed.json lists it, but it differs from English',
      );
    return [];
  });
  return [...superfluous.map((key) => `not in the code: ${JSON.stringify(key)}`), ...faults];
}

/** Checks whether a message has a word beside its values. */
const hasWords = (message: string): boolean => /\p{L}{2}/u.test(message.replaceAll(/\{\w+\}|<[^>]*>/g, ''));
