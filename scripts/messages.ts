import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { LANGUAGES } from '../domain/limits.ts';
import { type Catalogue, moduleOf, typeOf } from './compile-messages.ts';
import { updateCatalogues } from './dashboard-messages/catalogues.ts';

type Language = (typeof LANGUAGES)[number];

interface Consumer {
  /** Folder of `messages/` with its own messages. */
  namespace: string;
  /** Folder for its compiled messages. */
  output: string;
  /** Ids of its messages that `messages/shared` contains. */
  shared: Record<string, string>;
}

const CONSUMERS: readonly Consumer[] = [
  {
    namespace: 'verify-page',
    output: 'server/http/verify-page/compiled-messages',
    shared: {
      'revoked.title': 'revoked',
      imageOf: 'certificateOf',
      'confirmMailbox.sender': 'mailboxSends',
      'confirmMailbox.copies': 'mailboxGetsCopies',
    },
  },
  { namespace: 'correction-form', output: 'server/http/correction-form/compiled-messages', shared: {} },
  {
    namespace: 'email',
    output: 'email-templates/compiled-messages',
    shared: {
      pictureOf: 'certificateOf',
      'mailbox.sender': 'mailboxSends',
      'mailbox.copies': 'mailboxGetsCopies',
    },
  },
  { namespace: 'verifier', output: 'verifier/compiled-messages', shared: { 'reasons.revoked': 'revoked' } },
];

export const NAMESPACES = ['shared', ...CONSUMERS.map(({ namespace }) => namespace)];

export const readCatalogue = (namespace: string, language: Language): Catalogue =>
  JSON.parse(readFileSync(`messages/${namespace}/${language}.json`, 'utf8'));

const HEADER = '// Compiled from messages/ by `npm run messages`.\n';

/** Returns the compiled files by path: for each consumer the types, a loader and a module for each language. */
function compiledFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const { namespace, output, shared } of CONSUMERS) {
    const messagesIn = (language: Language): Catalogue => {
      const common = readCatalogue('shared', language);
      const taken = Object.entries(shared).map(([id, from]) => [id, common[from] ?? '']);
      return { ...readCatalogue(namespace, language), ...Object.fromEntries(taken) };
    };
    files.set(`${output}/types.ts`, HEADER + typeOf(messagesIn('en')));
    files.set(`${output}/load.ts`, HEADER + LOADER);
    for (const language of LANGUAGES)
      files.set(`${output}/${language}.ts`, HEADER + moduleOf(language, messagesIn(language)));
  }
  return files;
}

const LOADER = `import type { Messages } from './types.ts';

export type { Messages } from './types.ts';

const MODULES = {
${LANGUAGES.map((language) => `  ${language}: () => import('./${language}.ts'),\n`).join('')}};

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
`;

/** Returns the compiled files that differ from `messages/`. */
export const staleMessages = (): string[] =>
  [...compiledFiles()]
    .filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
    .map(([path]) => `${path} differs from messages/`);

if (import.meta.main) {
  for (const [path, text] of compiledFiles()) writeFileSync(path, text);
  await updateCatalogues();
}
