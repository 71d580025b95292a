import type { ShownValues } from '../../../text/values.ts';
import { isMet } from '../../shared/is-met.ts';
import type { BuildContext } from '../../shared/kind.ts';
import { shownPicture } from '../../shared/shown-picture.ts';
import type { CompiledBox, CompiledChild, CompiledPicture, Repetition } from '../compile/nodes.ts';
import { MARKUP_LIMITS } from '../css/limits.ts';
import { type BoxInstance, type Instance, type PictureInstance, TooManyNodesError } from './instances.ts';
import { markerOf } from './markers.ts';
import { paragraphOf } from './paragraphs.ts';
import { linesOf, Scope } from './scope.ts';

type ExpandContext = Pick<BuildContext, 'images' | 'pictures' | 'language'>;

/** Fills a tree with values. Throws TooManyNodesError if their lines make the tree too large. */
export function expandTree(root: CompiledBox, values: ShownValues, context: ExpandContext): BoxInstance | null {
  const expander = new Expander(context);
  if (root.layout.display === 'none') return null;
  const [box] = expander.repeated(root, new Scope(values), (scope) => expander.box(root, scope));
  return box ?? null;
}

/** Expands nodes and counts them, so that it never creates more than the limit. */
export class Expander {
  /** Language of the certificate (BCP 47); null if the design sets none. Determines upper and lower case. */
  readonly language: string | null;
  readonly #context: ExpandContext;
  #nodes = 0;

  constructor(context: ExpandContext) {
    this.#context = context;
    this.language = context.language;
  }

  /** Calls `make` for a node: never if its condition is not met, and once per line if it is repeated. */
  repeated<Made>({ condition, each }: Repetition, scope: Scope, make: (scope: Scope) => Made): Made[] {
    if (!each) return this.#made(condition, scope, null, make);
    const lines = linesOf(scope.get(each.variable));
    return lines.flatMap((line) =>
      this.#made(condition, scope.within(each.as, line, each.variable), each.variable, make),
    );
  }

  #made<Made>(
    condition: Repetition['condition'],
    scope: Scope,
    variable: string | null,
    make: (scope: Scope) => Made,
  ): Made[] {
    if (++this.#nodes > MARKUP_LIMITS.nodes) throw new TooManyNodesError(MARKUP_LIMITS.nodes, variable);
    return condition && !isMet(condition, scope) ? [] : [make(scope)];
  }

  box(node: CompiledBox, scope: Scope): BoxInstance {
    const box: BoxInstance = {
      kind: 'box',
      node,
      children: node.children.flatMap((child) => this.#child(child, scope)),
      marker: null,
      isRow: node.each !== null,
    };
    if (node.role === 'L') {
      const items = box.children.filter((child) => child.kind === 'box');
      for (const [index, item] of items.entries()) item.marker = markerOf(item, index + 1);
    }
    return box;
  }

  #child(child: CompiledChild, scope: Scope): Instance[] {
    if (child.kind !== 'paragraph' && child.layout.display === 'none') return [];
    switch (child.kind) {
      case 'box':
        return this.repeated(child, scope, (inside) => this.box(child, inside));
      case 'picture':
        return this.repeated(child, scope, (inside) => this.#picture(child, inside)).flat();
      case 'paragraph':
        return [paragraphOf(child, scope, this)];
    }
  }

  /** Returns an empty list if the variable of the picture has an empty value. */
  #picture(node: CompiledPicture, scope: Scope): PictureInstance[] {
    const image = shownPicture(node.src, scope, this.#context);
    return image ? [{ kind: 'picture', node, image }] : [];
  }
}
