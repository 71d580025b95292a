import type { RasterImage } from '../../../scene/scene.ts';
import type { TextRun } from '../../../text/runs.ts';
import type { CompiledBox, CompiledPicture } from '../compile/nodes.ts';
import type { TextSetting } from '../compile/text-style.ts';

/** A tree with values in it: conditions decided, rows in place. */
export interface BoxInstance {
  kind: 'box';
  node: CompiledBox;
  children: Instance[];
  /** Of an item of a list: its bullet or number. */
  marker: ParagraphInstance | null;
  /** What the rows of a table were made from: a node with `each` whose cells are in boxes of their own. */
  isRow: boolean;
}

export interface PictureInstance {
  kind: 'picture';
  node: CompiledPicture;
  image: RasterImage;
}

export interface ParagraphInstance {
  kind: 'paragraph';
  id: number;
  setting: TextSetting;
  hasFixedWidth: boolean;
  /** Whether it is a bullet or number, which stands beside a box and takes no room. */
  isMarker: boolean;
  content: string | TextRun[];
  /** The variables of a link that is no address with their values. */
  brokenLink: readonly string[] | null;
  /** The variables whose values are in it, those of rows included. */
  variables: readonly string[];
}

export type Instance = BoxInstance | PictureInstance | ParagraphInstance;

/** A tree has more nodes than may be laid out; `variable` is the one whose lines make them. */
export class TooManyNodesError extends Error {
  override readonly name = 'TooManyNodesError';
  readonly limit: number;
  readonly variable: string | null;

  constructor(limit: number, variable: string | null) {
    super(`more than ${limit} nodes`);
    this.limit = limit;
    this.variable = variable;
  }
}
