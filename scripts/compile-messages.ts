import { type CompiledMessageToken, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** Messages of a language by id, in ICU MessageFormat. Dots in an id form groups. */
export type Catalogue = Readonly<Record<string, string>>;

type Tree = { [name: string]: string | Tree };

/** Returns the TypeScript type of compiled messages. A message without parameters is a string, any other a function. */
export const typeOf = (catalogue: Catalogue): string =>
  `/** Messages in one language. */\nexport interface Messages ${block(tree(catalogue, typeOfMessage), ';')}\n`;

/** Returns a module with the messages of a language. */
export function moduleOf(language: string, catalogue: Catalogue): string {
  const messages = block(tree(catalogue, codeOf), ',');
  const helpers = messages.includes('plural(') ? pluralHelpers(language) : '';
  return `import type { Messages } from './types.ts';\n\n${helpers}export const messages: Messages = ${messages};\n`;
}

/** Returns the parameters of a message with their types. */
export function parametersOf(message: string): Map<string, 'string' | 'number'> {
  const found = new Map<string, 'string' | 'number'>();
  const collect = (tokens: readonly CompiledMessageToken[]): void => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      const forms = formsOf(token);
      found.set(token[0], forms ? 'number' : (found.get(token[0]) ?? 'string'));
      for (const form of Object.values(forms ?? {})) collect(form);
    }
  };
  collect(compileMessageOrThrow(message));
  return found;
}

/** Returns the plural categories of each count in a message. */
export const categoriesOf = (message: string): string[][] =>
  compileMessageOrThrow(message).flatMap((token) => {
    const forms = typeof token === 'string' ? null : formsOf(token);
    return forms ? [Object.keys(forms)] : [];
  });

function typeOfMessage(message: string): string {
  const parameters = [...parametersOf(message)].map(([name, type]) => `${name}: ${type}`);
  return parameters.length === 0 ? 'string' : `(values: { ${parameters.join('; ')} }) => string`;
}

function codeOf(message: string): string {
  const names = [...parametersOf(message).keys()];
  const tokens = compileMessageOrThrow(message);
  if (names.length === 0) return JSON.stringify(tokens.join(''));
  return `({ ${names.join(', ')} }) => ${templateOf(tokens, null)}`;
}

/** Returns a template literal. `#` stands for the count of the surrounding plural. */
function templateOf(tokens: readonly CompiledMessageToken[], count: string | null): string {
  const parts = tokens.map((token) => {
    if (token === '#' && count !== null) return `\${number.format(${count})}`;
    if (typeof token === 'string') return token.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&').replaceAll('\n', '\\n');
    const [name] = token;
    const forms = formsOf(token);
    if (!forms) return `\${${name}}`;
    const texts = Object.entries(forms).map(([category, form]) => `${category}: ${templateOf(form, name)}`);
    return `\${plural(${name}, { ${texts.join(', ')} })}`;
  });
  const [only = ''] = parts;
  return parts.length === 1 && only.startsWith('${plural(') ? only.slice(2, -1) : `\`${parts.join('')}\``;
}

/** Returns the forms of a plural, or null for a plain parameter. Refuses syntax for which no code is created. */
export function formsOf([name, type, format]: Exclude<CompiledMessageToken, string>): Record<
  string,
  CompiledMessageToken[]
> | null {
  if (type === undefined) return null;
  const { offset, ...forms } = format as { offset?: number } & Record<string, CompiledMessageToken[]>;
  const isSupported = type === 'plural' && !offset && Object.keys(forms).every((category) => /^[a-z]+$/.test(category));
  if (!isSupported)
    throw new Error(`{${name}, ${type}} is not supported: use {name} or {count, plural, one {} other {}}`);
  return forms;
}

function tree(catalogue: Catalogue, convert: (message: string) => string): Tree {
  const root: Tree = {};
  for (const [id, message] of Object.entries(catalogue)) {
    const names = id.split('.');
    const last = names.pop() ?? '';
    let group = root;
    for (const name of names) {
      group[name] ??= {};
      group = group[name] as Tree;
    }
    try {
      group[last] = convert(message);
    } catch (error) {
      throw new Error(`Message ${id}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }
  return root;
}

function block(group: Tree, end: string, indent = ''): string {
  const lines = Object.entries(group).map(([name, member]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${indent}  ${key}: ${typeof member === 'string' ? member : block(member, end, `${indent}  `)}${end}\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

const pluralHelpers = (language: string): string => `const rules = new Intl.PluralRules('${language}');
const number = new Intl.NumberFormat('${language}');
const plural = (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string =>
  forms[rules.select(count)] ?? forms.other;

`;
