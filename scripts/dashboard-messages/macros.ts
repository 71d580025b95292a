import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { readMessages } from './catalogues.ts';
import { Messages } from './extract.ts';
import { localise } from './localise.ts';
import { type Described, RUNTIME, transformMacros } from './transform.ts';

/** Marks a message in the built files, until `localise.ts` writes it in each language. */
const tokenOf = (id: string): string => `@@message:${id}@@`;

/**
 * Replaces Lingui's macros by calls of `dashboard/language/runtime.ts`. A build has a token for each message. Development has the text in
 * the language of DASHBOARD_LANGUAGE.
 */
export function messageMacros(): Plugin {
  const language = process.env.DASHBOARD_LANGUAGE ?? 'en';
  const found = new Messages();
  let messages: ReadonlyMap<string, string> | null = null;
  return {
    name: 'laurel:message-macros',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { [RUNTIME]: fileURLToPath(new URL('../../dashboard/language/runtime.ts', import.meta.url)) } },
    }),
    async configResolved({ command }) {
      if (command === 'serve') messages = await readMessages(language);
    },
    // Also after `vite build` of the image, which does not run scripts/build.ts.
    writeBundle({ dir }) {
      if (dir) localise(dir, found.all());
    },
    transform: {
      filter: { id: /\.tsx?(?:$|\?)/, code: /from '@lingui\/(?:core|react)\/macro'/ },
      async handler(code, path) {
        const unknown: string[] = [];
        const write = (id: string) => {
          if (messages && !messages.has(id)) unknown.push(id);
          return messages?.get(id) ?? JSON.stringify(tokenOf(id));
        };
        const file = path.replace(/\?.*$/, '');
        const options = { write, found: (message: Described) => found.add(file, message), hasMap: messages !== null };
        const result = await transformMacros(code, file, options);
        if (unknown.length === 0) return result as { code: string };
        // Messages that were written since the start.
        messages = await readMessages(language);
        return (await transformMacros(code, file, options)) as { code: string };
      },
    },
  };
}
