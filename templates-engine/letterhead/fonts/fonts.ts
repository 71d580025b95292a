import type { PDFDict } from 'pdf-lib';
import type { Graph } from '../reading/graph.ts';
import type { Raw } from '../reading/source.ts';
import { UsedFont } from './used-font.ts';

/** Fonts of a page, each of them read once. */
export class Fonts {
  readonly #graph: Graph;
  readonly #used = new Map<PDFDict | undefined, UsedFont>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** Returns the font of a dictionary. Text in a missing font is shown in Helvetica, as viewers do. */
  of(value: Raw): UsedFont {
    const dict = this.#graph.source.dict(value);
    const font = this.#used.get(dict) ?? new UsedFont(this.#graph, dict);
    this.#used.set(dict, font);
    return font;
  }

  /** Copies the fonts that any text keeps. */
  finish(): void {
    for (const font of this.#used.values()) font.finish();
  }
}
