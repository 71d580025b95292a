import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { LANGUAGES } from '../../domain/limits.ts';
import { codeOf } from './compile.ts';
import { type Extracted, extractMessages } from './extract.ts';

/** Languages with a catalogue. English has none, because its messages are in the code. */
export const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');

/** Translations of a language by the message's key. */
export type Catalogue = Readonly<Record<string, string>>;

export const cataloguePath = (language: string): string => `messages/dashboard/${language}.json`;

/** Reads the translations of a language. */
export const readCatalogue = (language: string): Catalogue =>
  existsSync(cataloguePath(language)) ? JSON.parse(readFileSync(cataloguePath(language), 'utf8')) : {};

/** Returns the JavaScript of each message of the dashboard in a language, by id. */
export async function readMessages(language: string): Promise<ReadonlyMap<string, string>> {
  return compiled(await extractMessages(), language);
}

/** Returns the JavaScript of messages in a language, by id. A message that is not translated yet stays English. */
export function compiled(extracted: readonly Extracted[], language: string): ReadonlyMap<string, string> {
  const catalogue = readCatalogue(language);
  return new Map(
    extracted.map(({ id, key, message }) => {
      try {
        return [id, codeOf(catalogue[key] || message)];
      } catch (error) {
        throw new Error(`${language}, ${JSON.stringify(key)}: ${error instanceof Error ? error.message : error}`);
      }
    }),
  );
}

/** Writes the catalogues with the messages of the code: new ones are empty, and others are removed. */
export async function updateCatalogues(): Promise<void> {
  const extracted = await extractMessages();
  for (const language of TRANSLATED) {
    const before = readCatalogue(language);
    const after = Object.fromEntries(extracted.map(({ key }) => [key, before[key] ?? '']));
    writeFileSync(cataloguePath(language), `${JSON.stringify(after, null, 2)}\n`);
  }
}
