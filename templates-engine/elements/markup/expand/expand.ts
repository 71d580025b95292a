import type { ShownValues } from '../../../text/values.ts';
import type { BuildContext } from '../../shared/kind.ts';
import { shownPicture } from '../../shared/shown-picture.ts';
import type { CompiledBox, CompiledChild, CompiledPicture } from '../compile/nodes.ts';
import type { BoxInstance, Instance, PictureInstance } from './instances.ts';
import { markerOf } from './markers.ts';
import { paragraphOf } from './paragraphs.ts';
import { Repeater } from './repeater.ts';
import { Scope } from './scope.ts';

type ExpandContext = Pick<BuildContext, 'images' | 'pictures' | 'language'>;

/** Fills a tree with values. Throws TooManyNodesError if their lines make the tree too large. */
export function expandTree(root: CompiledBox, values: ShownValues, context: ExpandContext): BoxInstance | null {
  if (root.layout.display === 'none') return null;
  const [box] = new Expander(context).boxes(root, new Scope(values));
  return box ?? null;
}

class Expander {
  readonly #context: ExpandContext;
  readonly #repeater = new Repeater();

  constructor(context: ExpandContext) {
    this.#context = context;
  }

  boxes(node: CompiledBox, scope: Scope): BoxInstance[] {
    return this.#repeater.repeated(node, scope, (inside, number) => this.#box(node, inside, number));
  }

  #box(node: CompiledBox, scope: Scope, number: number): BoxInstance {
    const box: BoxInstance = {
      kind: 'box',
      node,
      children: node.children.flatMap((child) => this.#child(child, scope)),
      marker: null,
      isRow: node.each !== null,
      isStriped: number % 2 === 1,
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
        return this.boxes(child, scope);
      case 'picture':
        return this.#repeater.repeated(child, scope, (inside) => this.#picture(child, inside)).flat();
      case 'paragraph':
        return [paragraphOf(child, scope, this.#repeater, this.#context.language)];
    }
  }

  /** Returns an empty list if the variable of the picture has an empty value. */
  #picture(node: CompiledPicture, scope: Scope): PictureInstance[] {
    const image = shownPicture(node.src, scope, this.#context);
    return image ? [{ kind: 'picture', node, image }] : [];
  }
}
