import type { TextPart } from '../../../text/placeholders.ts';
import type { Condition } from '../../shared/condition.ts';
import type { Tag } from '../grammar/tags.ts';
import type { SatoriStyle } from './layout-style.ts';
import type { PaintStyle } from './paint-style.ts';
import type { TextSetting } from './text-style.ts';

/** Condition and repetition of a node. */
export interface Repetition {
  condition: Condition | null;
  each: { variable: string; as: string } | null;
}

/** Node of a tree with resolved styles: everything that does not depend on values. Each node has a unique number. */
export interface CompiledBox extends Repetition {
  kind: 'box';
  id: number;
  tag: string;
  role: NonNullable<Tag['role']> | null;
  layout: SatoriStyle;
  paint: PaintStyle;
  /** Paint of every second repetition; null if it is the same. */
  striped: PaintStyle | null;
  setting: TextSetting;
  children: CompiledChild[];
}

export interface CompiledPicture extends Repetition {
  kind: 'picture';
  id: number;
  layout: SatoriStyle;
  paint: PaintStyle;
  src: string;
  /** Set if `src` is a variable whose value names the picture. */
  isBound: boolean;
  /** Null if the design does not set it. */
  alternative: string | null;
  fit: 'contain' | 'cover' | 'fill';
}

/** Text that is laid out as one paragraph, in its own box inside its parent. */
export interface CompiledParagraph {
  kind: 'paragraph';
  id: number;
  setting: TextSetting;
  pieces: Piece[];
  /** Set if the width does not depend on the text of the paragraph or its neighbours, as long as their longest words fit. */
  hasFixedWidth: boolean;
}

export type CompiledChild = CompiledBox | CompiledPicture | CompiledParagraph;

/** Part of a paragraph. */
export type Piece =
  | { kind: 'text'; parts: readonly TextPart[]; setting: TextSetting }
  | { kind: 'break' }
  | ({ kind: 'group'; pieces: Piece[] } & Repetition);
