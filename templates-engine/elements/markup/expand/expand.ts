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

/** Puts values into a tree. TooManyNodesError where their lines make it too large. */
export function expandTree(root: CompiledBox, values: ShownValues, context: ExpandContext): BoxInstance | null {
  const expander = new Expander(context);
  if (root.layout.display === 'none') return null;
  const [box] = expander.repeated(root, new Scope(values), (scope) => expander.box(root, scope));
  return box ?? null;
}

/** Counts nodes on the way, so that no more are made than may be laid out. */
export class Expander {
  /** The certificate's (BCP 47), where the design says it: upper and lower case follow it. */
  readonly language: string | null;
  readonly #context: ExpandContext;
  #nodes = 0;

  constructor(context: ExpandContext) {
    this.#context = context;
    this.language = context.language;
  }

  /** What `make` gives for a node: nothing where its condition is not met, one for each line where it is repeated. */
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

  /** A picture that an empty value names is not there. */
  #picture(node: CompiledPicture, scope: Scope): PictureInstance[] {
    const image = shownPicture(node.src, scope, this.#context);
    return image ? [{ kind: 'picture', node, image }] : [];
  }
}
