import type { Graph } from '../reading/graph.ts';
import type { Names } from './names.ts';

/** Tracks marked content, which is not copied. Content in a hidden layer is hidden. */
export class Marks {
  readonly #graph: Graph;
  readonly #names: Names;
  /** Visibility of each open section: true if it hides its content. */
  readonly #open: boolean[] = [];
  #hiding = 0;

  constructor(graph: Graph, names: Names) {
    this.#graph = graph;
    this.#names = names;
  }

  get isHidden(): boolean {
    return this.#hiding > 0;
  }

  /** Processes an operator. Returns true if it concerns marked content (ISO 32000-1, 14.6) or compatibility, and is dropped. */
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
