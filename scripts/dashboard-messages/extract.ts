import { globSync, readFileSync } from 'node:fs';
import { type Described, transformMacros } from './transform.ts';

/** Message of the dashboard's code. */
export interface Extracted {
  /** Hash of the message and its context. */
  id: string;
  /** English text in ICU MessageFormat, by which catalogues name it. A context follows in brackets. */
  key: string;
  message: string;
  /** Places in the code, as `path:line`. */
  places: string[];
}

const PAGE = 'dashboard/index.html';
/** Text of the page that is shown before the scripts run. */
export const MESSAGE_IN_PAGE = /(?<=<!--message-->)([^<]+)(?=<!--\/message-->)/g;

/** Collects messages by id, with those of the page that is shown before the scripts run. */
export class Messages {
  #found = new Map<string, Extracted>();

  add(path: string, { id, message, context, line }: Described): void {
    const key = context === undefined ? message : `${message} [${context}]`;
    const one = this.#found.get(id) ?? { id, key, message, places: [] };
    one.places.push(`${path}:${line}`);
    this.#found.set(id, one);
  }

  /** Returns the messages sorted by key. */
  all(): Extracted[] {
    const ofPage = [...readFileSync(PAGE, 'utf8').matchAll(MESSAGE_IN_PAGE)].map(([text]) => text);
    return [
      ...this.#found.values(),
      ...ofPage.map((text) => ({ id: text, key: text, message: text, places: [PAGE] })),
    ].sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}

/** Returns the messages of the dashboard's code, sorted by key. */
export async function extractMessages(): Promise<Extracted[]> {
  const messages = new Messages();
  for (const file of globSync('dashboard/**/*.{ts,tsx}', { exclude: (path) => path.endsWith('dist') }).sort()) {
    const path = file.replaceAll('\\', '/');
    const code = readFileSync(path, 'utf8');
    if (!code.includes("/macro'")) continue;
    await transformMacros(code, path, { write: () => '""', found: (message) => messages.add(path, message) });
  }
  return messages.all();
}
