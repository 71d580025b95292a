import { primaryFace } from '../../fonts/faces.ts';
import type { ShapedLine } from '../shaping/shaping.ts';
import type { Arc } from './arc.ts';
import type { BrokenLine } from './break-lines.ts';
import { widthOf } from './measured-paragraph.ts';
import type { TextStyle } from './text-style.ts';

export interface PositionedLine {
  line: ShapedLine;
  /** Distances from the left and top edge of the box to the start of the line on its baseline, in points. */
  x: number;
  baseline: number;
  /** Extra width of each space in a justified line, in points. */
  wordSpacing: number;
  /** Set if a space separates it from the next line. */
  isFollowedBySpace: boolean;
  /** Set if the line breaks within a word, such as after its hyphen. */
  endsWithinWord: boolean;
  /** Arc that the line follows. `x` and `baseline` are then 0. */
  arc?: Arc;
}

/** Returns the height of lines in points. The largest size on a line determines the height of the line. */
export function heightOf(
  broken: readonly BrokenLine[],
  { lineHeight }: Pick<TextStyle, 'lineHeight'>,
  size: number,
): number {
  return broken.reduce((sum, { line }) => sum + line.scale, 0) * (size * lineHeight);
}

/** Places lines in their box. The baseline of a line is that of the text's main font at the largest size on the line. */
export function positionLines(broken: readonly BrokenLine[], style: TextStyle, size: number): PositionedLine[] {
  const height = size * style.lineHeight;
  const free = style.height - heightOf(broken, style, size);
  const top = style.verticalAlign === 'middle' ? free / 2 : style.verticalAlign === 'bottom' ? free : 0;
  const { ascender, descender } = primaryFace(style.font);
  const leading = (height - (ascender - descender) * size) / 2;
  let above = 0;
  return broken.map(({ line, last, endsWord }, index) => {
    const spare = style.width - widthOf(line, size);
    const spaces = line.text.match(/ /g)?.length ?? 0;
    const justified = style.align === 'justify' && !last && spaces > 0;
    const x = style.align === 'center' ? spare / 2 : style.align === 'right' ? spare : 0;
    const baseline = top + above * height + leading * line.scale + ascender * size * line.scale;
    above += line.scale;
    return {
      line,
      x,
      baseline,
      wordSpacing: justified ? spare / spaces : 0,
      isFollowedBySpace: endsWord && index < broken.length - 1,
      endsWithinWord: !endsWord && !last,
    };
  });
}
