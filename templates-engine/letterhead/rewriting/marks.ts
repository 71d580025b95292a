import type { Graph } from '../reading/graph.ts';
import type { Names } from './names.ts';

/** Marked content, which is left out: what is in a layer that is off is hidden. */
export class Marks {
  readonly #graph: Graph;
  readonly #names: Names;
  /** Of each that is open, whether it hides. */
  readonly #open: boolean[] = [];
  #hiding = 0;

  constructor(graph: Graph, names: Names) {
    this.#graph = graph;
    this.#names = names;
  }

  get isHidden(): boolean {
    return this.#hiding > 0;
  }

  /** True for an operator of marked content (ISO 32000-1, 14.6) or of compatibility, which says nothing here. */
  take(operator: string, operands: readonly string[]): boolean {
    switch (operator) {
      case 'BMC':
      case 'BDC': {
        const [tag, properties = ''] = operands;
        const hides = tag === '/OC' && properties.startsWith('/') && this.#isHidden(properties.slice(1));
        this.#open.push(hides);
        if (hides) this.#hiding++;
        return true;
      }
      case 'EMC':
        if (this.#open.pop()) this.#hiding--;
        return true;
      default:
        return operator === 'MP' || operator === 'DP' || operator === 'BX' || operator === 'EX';
    }
  }

  #isHidden = (name: string): boolean => this.#graph.layers.isHidden(this.#names.raw('Properties', name));
}
