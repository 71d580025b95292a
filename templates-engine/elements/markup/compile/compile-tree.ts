import { parsePlaceholders } from '../../../text/placeholders.ts';
import { boundVariable } from '../../shared/image-source.ts';
import { readColor } from '../css/colors.ts';
import type { Declarations } from '../css/declarations.ts';
import type { LengthContext } from '../css/lengths.ts';
import { makesItems } from '../grammar/items.ts';
import { isElement, type MarkupElement, type MarkupNode } from '../grammar/node.ts';
import { PROPERTIES } from '../grammar/properties.ts';
import { TAGS, type Tag } from '../grammar/tags.ts';
import { expandTailwind } from '../tailwind/expand.ts';
import { markFixedWidths } from './fixed-widths.ts';
import { layoutStyleOf } from './layout-style.ts';
import type { CompiledBox, CompiledChild, CompiledParagraph, Piece, Repetition } from './nodes.ts';
import { paintStyleOf } from './paint-style.ts';
import { inheritSetting, ROOT_SETTING, type TextSetting } from './text-style.ts';

type Viewport = LengthContext['viewport'];

/** Resolves the styles of a checked tree. `viewport` is the box of the element. */
export function compileTree(root: MarkupElement, viewport: Viewport): CompiledBox {
  const compiled = new Compiler(viewport).box(root, tagOf(root), ROOT_SETTING);
  markFixedWidths(compiled);
  return compiled;
}

const tagOf = ({ type }: MarkupElement): Tag => {
  const tag = TAGS.get(type);
  if (!tag) throw new Error(`Unchecked markup, unknown tag: ${type}`);
  return tag;
};

class Compiler {
  readonly #viewport: Viewport;
  #ids = 0;

  constructor(viewport: Viewport) {
    this.#viewport = viewport;
  }

  box(element: MarkupElement, tag: Tag, around: TextSetting): CompiledBox {
    const id = this.#ids++;
    const own = declarationsOf(element, tag);
    const { setting, context } = this.#setting(element, own, around);
    const stripe = readColor(element.each?.stripe);
    return {
      kind: 'box',
      id,
      tag: element.type,
      role: tag.role ?? null,
      layout: layoutStyleOf(own, context),
      paint: paintStyleOf(own, setting.color, context),
      striped: stripe && paintStyleOf({ ...own, backgroundColor: stripe }, setting.color, context),
      setting,
      children: this.#children(element, tag, setting),
      ...repetitionOf(element),
    };
  }

  #setting(element: MarkupElement, own: Declarations, around: TextSetting) {
    const inherited = inheritSetting(around, own, { viewport: this.#viewport });
    const setting = element.href === undefined ? inherited : { ...inherited, href: element.href };
    const context = { fontSize: setting.size, rootFontSize: ROOT_SETTING.size, viewport: this.#viewport };
    return { setting, context };
  }

  /** Returns the child boxes and pictures. Consecutive inline nodes between them become one paragraph. */
  #children(element: MarkupElement, tag: Tag, setting: TextSetting): CompiledChild[] {
    const children: CompiledChild[] = [];
    const items = makesItems(element, tag);
    let text: MarkupNode[] = [];
    const endParagraph = () => {
      const paragraph = this.#paragraph(text, setting);
      if (paragraph) children.push(paragraph);
      text = [];
    };
    for (const child of element.children ?? []) {
      const own = isElement(child) ? tagOf(child) : null;
      const isBox = own?.model === 'block' || own?.model === 'picture' || (own?.model === 'inline' && items);
      if (!isBox || !isElement(child) || !own) {
        text.push(child);
        continue;
      }
      endParagraph();
      children.push(own.model === 'picture' ? this.#picture(child, own, setting) : this.box(child, own, setting));
    }
    endParagraph();
    return children;
  }

  #picture(element: MarkupElement, tag: Tag, around: TextSetting): CompiledChild {
    const own = declarationsOf(element, tag);
    const { setting, context } = this.#setting(element, own, around);
    return {
      kind: 'picture',
      id: this.#ids++,
      layout: layoutStyleOf(own, context),
      paint: paintStyleOf(own, setting.color, context),
      src: element.src ?? '',
      isBound: boundVariable(element.src) !== null,
      alternative: element.alt ?? null,
      fit: own.objectFit ?? 'fill',
      ...repetitionOf(element),
    };
  }

  #paragraph(nodes: readonly MarkupNode[], setting: TextSetting): CompiledParagraph | null {
    const isBlank = nodes.every((node) => typeof node === 'string' && node.trim() === '');
    if (isBlank) return null;
    return { kind: 'paragraph', id: this.#ids++, setting, pieces: this.#pieces(nodes, setting), hasFixedWidth: false };
  }

  #pieces(nodes: readonly MarkupNode[], setting: TextSetting): Piece[] {
    return nodes.map((node): Piece => {
      if (!isElement(node)) return { kind: 'text', parts: parsePlaceholders(node) ?? [{ text: node }], setting };
      const tag = tagOf(node);
      const inside =
        tag.model === 'break'
          ? [{ kind: 'break' } as const]
          : this.#pieces(node.children ?? [], this.#setting(node, declarationsOf(node, tag), setting).setting);
      return { kind: 'group', pieces: inside, ...repetitionOf(node) };
    });
  }
}

const repetitionOf = ({ if: condition, each }: MarkupElement): Repetition => ({
  condition: condition ?? null,
  each: each ? { variable: each.variable.trim(), as: each.as } : null,
});

/** Merges the declarations of an element: those of its tag, then its classes, then its style. */
function declarationsOf({ style, tw }: MarkupElement, tag: Tag): Declarations {
  const classes = tw === undefined ? {} : expandTailwind(tw).style;
  const own: Declarations = {};
  for (const [name, value] of [tag.style, classes, style ?? {}].flatMap((one) => Object.entries(one))) {
    Object.assign(own, PROPERTIES.get(name)?.read(value));
  }
  const isCell = tag.role === 'TD' || tag.role === 'TH';
  const hasFlex = [classes, style ?? {}].some((one) => ['flex', 'flexGrow', 'flexBasis'].some((name) => name in one));
  // A cell with a width keeps it; the other cells share the rest.
  if (isCell && own.width && own.width !== 'auto' && !hasFlex)
    Object.assign(own, { flexGrow: 0, flexBasis: own.width });
  return own;
}
