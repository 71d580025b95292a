import { globSync, readFileSync } from 'node:fs';
import { type Node, parseSync } from 'oxc-parser';
import { lineOf, type SourceFile } from '../imports.ts';

/** Attributes whose strings nobody reads: looks, kinds, addresses, names for programs. */
const TECHNICAL =
  /^(?:[a-z]{1,3}|chevronPosition|class(?:Name|Names)|contentEditable|data-.*|aria-(?:controls|current|describedby|haspopup|hidden|invalid|labelledby|live|relevant|orientation|autocomplete|sort)|accept|align(?:Items)?|as|axis|auto(?:Capitalize|Complete|Correct)|background|color|component|defaultValue|defaultColorScheme|direction|display|enterKeyHint|enctype|fill|fillRule|flex|format|gap|height|href|htmlFor|id|initial|inputMode|itemType|justify|key|kind|labelElement|lang|language|layout|lineClamp|listStyleType|loading|method|mode|name|openOn|order|orientation|overflow|padding|patternUnits|points|pos|position|purpose|radius|rel|role|rowSpan|scope|scrollbars|shadow|shapeRendering|side|size|spacing|spellCheck|src|stroke.*|target|textWrap|tone|to|transform|trigger|type|underline|value|verticalSpacing|variant|viewBox|visibleFrom|hiddenFrom|width|wrap)$/;

/** Words that are equal in each language: names, fonts and examples of addresses. */
const NAMES = [
  ...['Laurel', 'Inter', 'Lora', 'Noto', 'Playfair Display', 'Chrome', 'Edge', 'Firefox', 'Opera', 'Safari'],
  ...['Samsung Internet', 'Android', 'Windows', 'Mac', 'Linux', 'https://', 'mail.example.com'],
  ...['Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif'],
  ...['Lora, Georgia, "Times New Roman", serif'],
];
/** Keys as `KeyboardEvent.key` has them, and sides as CSS names them. */
const KEYS =
  /^(?:Enter|Escape|Tab|Delete|Backspace|Home|End|Arrow(?:Up|Down|Left|Right)?|Space|Top|Right|Bottom|Left)$/;

/** Functions whose strings are for programs. */
const FOR_PROGRAMS = /^(?:lazyScreen|named|includes)$/;

/** Returns the texts of the dashboard that are not messages, as `path:line: text`. */
export const untranslatedInDashboard = (): string[] =>
  globSync('dashboard/**/*.{ts,tsx}', {
    exclude: (path) => path.endsWith('dist') || /\.d\.ts$|vite\.config/.test(path),
  })
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
    .flatMap(untranslatedIn);

/** Returns the texts of a file that a person reads and that are not messages, as `path:line: text`. */
export function untranslatedIn({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const report = (node: Node, words: string) => {
    const shown = words.replaceAll(/\s+/g, ' ').trim();
    if (!NAMES.includes(shown) && !KEYS.test(shown)) found.push(`${path}:${lineOf(text, node.start)}: ${shown}`);
  };
  const visit = (node: Node, parent: Node | null, key: string): void => {
    if (isSkipped(node, parent, key)) return;
    const words = wordsOf(node, parent);
    if (words !== null) report(node, words);
    for (const [name, child] of Object.entries(node))
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, node, name);
  };
  visit(parseSync(path, text).program, null, '');
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const MACROS = /^(?:t|msg|plural|select|selectOrdinal)$/;
const COMPONENTS = /^(?:Trans|Plural|Select|SelectOrdinal)$/;

/** Checks whether a node is a message or nothing that is shown: a type, an import, a key, a comparison, an error for developers. */
function isSkipped(node: Node, parent: Node | null, key: string): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
      return true;
    case 'NewExpression':
      return node.callee.type === 'Identifier' && ['Error', 'BroadcastChannel'].includes(node.callee.name);
    case 'TaggedTemplateExpression':
      return node.tag.type === 'Identifier' && MACROS.test(node.tag.name);
    case 'CallExpression':
      return MACROS.test(calledBy(node.callee)) || FOR_PROGRAMS.test(calledBy(node.callee));
    case 'JSXElement':
      return node.openingElement.name.type === 'JSXIdentifier' && COMPONENTS.test(node.openingElement.name.name);
    case 'JSXAttribute':
      return node.name.type === 'JSXIdentifier' && TECHNICAL.test(node.name.name);
    case 'Literal':
      return key === 'key' || parent?.type === 'BinaryExpression' || (parent?.type === 'SwitchCase' && key === 'test');
    default:
      return node.type.startsWith('TS') && !('expression' in node);
  }
}

/** Returns the name of a called function or method. */
function calledBy(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
}

/** Returns the words of a node that looks like a text for people, else null. */
function wordsOf(node: Node, parent: Node | null): string | null {
  if (node.type === 'JSXText') return /\p{L}/u.test(node.value) ? node.value : null;
  if (node.type === 'Literal' && typeof node.value === 'string')
    return isProse(node.value) || (parent?.type === 'JSXAttribute' && /\p{L}/u.test(node.value)) ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  const words = node.quasis.map(({ value }) => value.cooked).join('…');
  return isProse(words) ? words : null;
}

/** Checks for a word with a capital, or several words. Class names, selectors and addresses have neither. */
const isProse = (text: string): boolean =>
  !/^\d+px |^laurel events/.test(text) &&
  (/^[“‘(]?\p{Lu}[\p{Ll}’'-]+(?:[\s.,:;!?…)”]|$)/u.test(text.trim()) ||
    /\p{Ll}{2,} \p{Ll}{2,}[ .,…]|^[“…].*\p{Ll}{3,}[.!?]$/u.test(text));

if (import.meta.main) process.stdout.write(`${untranslatedInDashboard().join('\n')}\n`);
