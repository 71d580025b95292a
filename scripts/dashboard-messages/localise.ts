import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '../../domain/limits.ts';
import { compiled, readCatalogue } from './catalogues.ts';
import { type Extracted, MESSAGE_IN_PAGE } from './extract.ts';

/** Token of `macros.ts` in quotation marks. The minifier chooses which. */
const TOKEN = /(["'`])@@message:([^@"'`]+)@@\1/g;
/** Name of a script in the code of another one, or in the page. */
const SCRIPT = /(?<=["'`/])[\w.~-]+\.js\b/g;
const RIGHT_TO_LEFT = ['ar'];

/**
 * Writes the built dashboard once for each language: `NAME.de.js` for each script with messages or with imports of such a script, and
 * `index.de.html`. A page then loads its language and no other, without a catalogue. Scripts without messages are shared.
 */
export function localise(folder: string, extracted: readonly Extracted[]): void {
  const assets = join(folder, 'assets');
  const scripts = new Map(
    readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(assets, name), 'utf8')]),
  );
  const names = localised(scripts);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  for (const language of LANGUAGES) {
    const messages = compiled(extracted, language);
    const catalogue = readCatalogue(language);
    const inLanguage = (code: string) =>
      code
        .replaceAll(TOKEN, (_all, _mark, id: string) => {
          const message = messages.get(id);
          if (message === undefined) throw new Error(`The build has an unknown message: ${id}`);
          return message;
        })
        .replaceAll(SCRIPT, (name) => (names.has(name) ? nameIn(language, name) : name));
    for (const name of names) writeFileSync(join(assets, nameIn(language, name)), inLanguage(scripts.get(name) ?? ''));
    const direction = RIGHT_TO_LEFT.includes(language) ? ' dir="rtl"' : '';
    const head = `<html lang="${language}"${direction}>`;
    writeFileSync(
      join(folder, `index.${language}.html`),
      inLanguage(page)
        .replace('<html lang="en">', head)
        .replaceAll(MESSAGE_IN_PAGE, (_all, text: string) => catalogue[text] ?? text),
    );
  }
  for (const name of names) rmSync(join(assets, name));
  rmSync(join(folder, 'index.html'));
}

const nameIn = (language: string, name: string): string => `${name.slice(0, -'.js'.length)}.${language}.js`;

/** Returns the names of scripts that have messages, and of those that import one of them. */
function localised(scripts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const imports = new Map([...scripts].map(([name, code]) => [name, code.match(SCRIPT) ?? []]));
  const found = new Set([...scripts].filter(([, code]) => code.includes('@@message:')).map(([name]) => name));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [name, imported] of imports) if (imported.some((one) => found.has(one))) found.add(name);
  }
  return found;
}
