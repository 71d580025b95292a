import { type NodePath, type PluginObj, transformAsync, type types } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';

/** Module that implements what the macros call (dashboard/language/runtime.ts). */
export const RUNTIME = 'dashboard-messages';

const linguiConfig = makeConfig(
  { locales: ['en'], runtimeConfigModule: { i18n: [RUNTIME, 'i18n'], Trans: [RUNTIME, 'Trans'] } },
  { skipValidation: true },
);

/** Message as a macro describes it. */
export interface Described {
  id: string;
  message: string;
  context?: string;
  line: number;
}

interface Options {
  write(id: string): string;
  found?(message: Described): void;
}

/**
 * Replaces Lingui's macros in a file by calls of the runtime. Types and JSX stay. `write` returns the JavaScript of a message by its id,
 * and `found` gets each message. Lingui's own faster transformer is not installed on Node 20, the least that Laurel needs.
 */
export async function transformMacros(
  code: string,
  path: string,
  { write, found, hasMap = false }: Options & { hasMap?: boolean },
): Promise<{ code: string; map: unknown }> {
  const result = await transformAsync(code, {
    filename: path,
    babelrc: false,
    configFile: false,
    sourceMaps: hasMap,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [
      [macros, { descriptorFields: 'all', linguiConfig }],
      [descriptors, { write, found }],
    ],
  });
  return { code: result?.code ?? code, map: result?.map };
}

/** Babel plugin that reads the macros' descriptors, and reduces them to a message with its values. */
function descriptors({ types: t, parseSync }: typeof import('@babel/core'), { write, found }: Options): PluginObj {
  const textOf = (node: types.ObjectExpression, name: string): string | undefined => {
    const member = node.properties.find((one) => t.isObjectProperty(one) && t.isIdentifier(one.key, { name }));
    return t.isObjectProperty(member) && t.isStringLiteral(member.value) ? member.value.value : undefined;
  };
  const expressionOf = (code: string): types.Expression => {
    // A string needs no parser, and most messages are strings.
    if (code.startsWith('"')) return t.stringLiteral(JSON.parse(code));
    const [statement] = parseSync(`(${code})`, { babelrc: false, configFile: false })?.program.body ?? [];
    if (!t.isExpressionStatement(statement)) throw new Error(`No expression: ${code}`);
    return statement.expression;
  };
  const reduce = ({ node }: NodePath<types.ObjectExpression>) => {
    const isDescriptor = node.leadingComments?.some(({ value }) => /^[\s*]*i18n\s*$/.test(value));
    const [id, message, context] = ['id', 'message', 'context'].map((name) => textOf(node, name));
    if (!isDescriptor || id === undefined || message === undefined) return;
    found?.({ id, message, ...(context !== undefined && { context }), line: node.loc?.start.line ?? 0 });
    const others = node.properties.filter(
      (one) => t.isObjectProperty(one) && t.isIdentifier(one.key) && ['values', 'components'].includes(one.key.name),
    );
    node.properties = [t.objectProperty(t.identifier('message'), expressionOf(write(id))), ...others];
  };
  return { visitor: { Program: { exit: (path) => path.traverse({ ObjectExpression: reduce }) } } };
}
