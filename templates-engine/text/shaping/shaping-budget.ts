import type { Paragraph } from './paragraph.ts';
import { type ShapedLine, shapeLine } from './shaping.ts';

/** Thrown if a text exceeds the remaining shaping limit of its page. */
export class ShapingLimitError extends Error {
  override readonly name = 'ShapingLimitError';
}

/** Shapes lines and counts their characters. Shaping takes nearly all the time of a layout. */
export class ShapingBudget {
  readonly #limit: number;
  characters = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  line(paragraph: Paragraph, start: number, end: number): ShapedLine {
    this.characters += end - start;
    if (this.characters > this.#limit) throw new ShapingLimitError();
    return shapeLine(paragraph, start, end);
  }
}
