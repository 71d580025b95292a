import type { RasterImage } from '../../../scene/scene.ts';
import type { TextRun } from '../../../text/shaping/runs.ts';
import type { CompiledBox, CompiledPicture } from '../compile/nodes.ts';
import type { TextSetting } from '../compile/text-style.ts';

/** Box of a tree with values: conditions are resolved and rows expanded. */
export interface BoxInstance {
  kind: 'box';
  node: CompiledBox;
  children: Instance[];
  /** Bullet or number of a list item. */
  marker: ParagraphInstance | null;
  /** Set for a row of a table: an instance of a node with `each`, whose cells are separate boxes. */
  isRow: boolean;
  /** Set for every second repetition of a node with `each`. */
  isStriped: boolean;
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
  /** Set for a bullet or number. It is placed next to a box and takes no space. */
  isMarker: boolean;
  content: string | TextRun[];
  /** Variables of a link that is not a valid address with their values. */
  brokenLink: readonly string[] | null;
  /** Variables whose values the text contains, including those of rows. */
  variables: readonly string[];
}

export type Instance = BoxInstance | PictureInstance | ParagraphInstance;
