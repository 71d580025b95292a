import type { Declaration as CssDeclaration, CssNode, Rule } from 'css-tree';
import { nodesIn, removeNode, type SvgNode, textOfNode } from './svg-node.ts';
import { checkReferences, refuse } from './svg-references.ts';

/** Maximum number of selectors, each of which is compared with each element. */
const MAX_SELECTORS = 2000;
/** Media of a picture on a page. */
const MEDIA = /^\s*(only\s+)?(all|screen)?(\s*(and\s*)?\(prefers-color-scheme:\s*light\))?\s*$/i;

export interface Declaration {
  property: string;
  value: string;
  isImportant: boolean;
}

interface StyledRule {
  selector: string;
  specificity: number;
  declarations: readonly Declaration[];
}

const hasStyles = (root: SvgNode): boolean =>
  [...nodesIn(root)].some(({ name, attributes }) => name === 'style' || attributes.style !== undefined);

/**
 * Removes the style sheets and `style` attributes of an SVG. Returns their declarations for each element, from the weakest to the
 * strongest (CSS Cascade 4).
 */
export async function takeDeclarations(root: SvgNode): Promise<ReadonlyMap<SvgNode, readonly Declaration[]>> {
  // The parser of CSS is large, and most pictures have attributes only.
  if (!hasStyles(root)) return new Map();
  const { generate, parse } = await import('css-tree');
  const declarationsOf = (block: CssNode & { type: 'Block' | 'DeclarationList' }): Declaration[] =>
    block.children
      .toArray()
      .filter((child): child is CssDeclaration => child.type === 'Declaration')
      .map(({ property, value, important }) => {
        const text = generate(value)
          .replaceAll(/\/\*[\s\S]*?\*\//g, '')
          .trim();
        checkReferences(text);
        const name = property.startsWith('--') ? property : property.toLowerCase();
        return { property: name, value: text, isImportant: important !== false };
      });
  const rulesOf = (sheet: CssNode): StyledRule[] => {
    if (sheet.type === 'Rule') return rulesOfRule(sheet);
    if (sheet.type === 'Atrule') {
      const media = sheet.prelude ? generate(sheet.prelude) : '';
      if (/^import$/i.test(sheet.name)) refuse('an external style sheet');
      if (/^font-face$/i.test(sheet.name) && hasText(root)) refuse('a text in a font that it embeds');
      const isUsed = /^media$/i.test(sheet.name)
        ? media.split(',').some((one) => MEDIA.test(one))
        : !KEYFRAMES.test(sheet.name);
      return isUsed && sheet.block ? sheet.block.children.toArray().flatMap(rulesOf) : [];
    }
    return sheet.type === 'StyleSheet' ? sheet.children.toArray().flatMap(rulesOf) : [];
  };
  const rulesOfRule = ({ prelude, block }: Rule): StyledRule[] => {
    const declarations = declarationsOf(block);
    const selectors = prelude.type === 'SelectorList' ? prelude.children.toArray() : [];
    return selectors.map((one) => ({ selector: generate(one), specificity: specificityOf(one), declarations }));
  };
  const rules = sheetsOf(root).flatMap((css) => rulesOf(parse(css, { parseValue: false, parseCustomProperty: false })));
  const found = await matches(root, rules);
  for (const node of nodesIn(root)) {
    const { style, ...others } = node.attributes;
    if (style === undefined) continue;
    node.attributes = others;
    const inline = declarationsOf(parse(style, { context: 'declarationList', parseValue: false }) as never);
    found.set(node, [...(found.get(node) ?? []), ...inline]);
  }
  for (const [node, all] of found)
    found.set(node, [...all.filter((one) => !one.isImportant), ...all.filter((one) => one.isImportant)]);
  return found;
}

const KEYFRAMES = /keyframes$|^(font-face|page|charset|namespace|property)$/i;
const hasText = (root: SvgNode): boolean => [...nodesIn(root)].some(({ name }) => name === 'text');

/** Removes the style elements. Returns their texts. */
function sheetsOf(root: SvgNode): string[] {
  const sheets = [...nodesIn(root)].filter(({ name }) => name === 'style');
  for (const sheet of sheets) removeNode(sheet);
  return sheets
    .filter(
      ({ attributes: { type, media = '' } }) =>
        (!type || type === 'text/css') && media.split(',').some((one) => MEDIA.test(one)),
    )
    .map(textOfNode);
}

/** Returns the declarations of rules for each element, in the order of specificity. */
async function matches(root: SvgNode, rules: readonly StyledRule[]): Promise<Map<SvgNode, Declaration[]>> {
  const found = new Map<SvgNode, Declaration[]>();
  if (rules.length === 0) return found;
  if (rules.length > MAX_SELECTORS) refuse(`more than ${MAX_SELECTORS.toLocaleString('en')} rules of style`);
  const { compile } = await import('css-select');
  const nodes = [...nodesIn(root)];
  const ordered = rules.toSorted((a, b) => a.specificity - b.specificity);
  for (const { selector, declarations } of ordered) {
    const isMatch = matcher(compile, selector);
    for (const node of nodes) if (isMatch(node)) found.set(node, [...(found.get(node) ?? []), ...declarations]);
  }
  return found;
}

/** Returns a test for a selector. One that the library does not know matches nothing, as in browsers. */
function matcher(compile: typeof import('css-select').compile, selector: string): (node: SvgNode) => boolean {
  try {
    return compile<SvgNode | string, SvgNode>(selector, { adapter, xmlMode: true });
  } catch {
    return () => false;
  }
}

const isNode = (node: SvgNode | string): node is SvgNode => typeof node !== 'string';
const adapter = {
  isTag: isNode,
  getAttributeValue: (node: SvgNode, name: string) => node.attributes[name],
  getChildren: (node: SvgNode | string) => (isNode(node) ? node.children : []),
  getName: ({ name }: SvgNode) => name,
  getParent: ({ parent }: SvgNode) => parent,
  getSiblings: (node: SvgNode | string) => (isNode(node) && node.parent ? node.parent.children : [node]),
  getText: (node: SvgNode | string) => (isNode(node) ? textOfNode(node) : node),
  hasAttrib: (node: SvgNode, name: string) => name in node.attributes,
  removeSubsets: (nodes: (SvgNode | string)[]) => nodes,
};

/** Returns the specificity of a selector (Selectors 4, 16): ids, then classes, then names, each below 1,000. */
function specificityOf(selector: CssNode): number {
  if (selector.type !== 'Selector') return 0;
  return selector.children.toArray().reduce((sum, { type, ...part }) => {
    if (type === 'IdSelector') return sum + 1_000_000;
    if (type === 'ClassSelector' || type === 'AttributeSelector' || type === 'PseudoClassSelector') return sum + 1000;
    return type === 'TypeSelector' && 'name' in part && part.name !== '*' ? sum + 1 : sum;
  }, 0);
}
