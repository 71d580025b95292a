import type { TextPart } from '../../../text/placeholders.ts';
import type { Condition } from '../../shared/condition.ts';
import type { Tag } from '../grammar/tags.ts';
import type { SatoriStyle } from './layout-style.ts';
import type { PaintStyle } from './paint-style.ts';
import type { TextSetting } from './text-style.ts';

/** Whether a node is there, and how often. */
export interface Repetition {
  condition: Condition | null;
  each: { variable: string; as: string } | null;
}

/** A tree with its styles worked out: all that does not depend on values. Each node has a number of its own. */
export interface CompiledBox extends Repetition {
  kind: 'box';
  id: number;
  tag: string;
  role: NonNullable<Tag['role']> | null;
  layout: SatoriStyle;
  paint: PaintStyle;
  setting: TextSetting;
  children: CompiledChild[];
}

export interface CompiledPicture extends Repetition {
  kind: 'picture';
  id: number;
  layout: SatoriStyle;
  paint: PaintStyle;
  src: string;
  /** Whether it is a variable, whose value names the picture. */
  isBound: boolean;
  /** Null where the design says nothing. */
  alternative: string | null;
  fit: 'contain' | 'cover' | 'fill';
}

/** Text that is laid out as one paragraph: a box of its own in the box that it stands in. */
export interface CompiledParagraph {
  kind: 'paragraph';
  id: number;
  setting: TextSetting;
  pieces: Piece[];
  /** Whether its width is the same whatever it and its neighbours say, as long as their longest words fit. */
  hasFixedWidth: boolean;
}

export type CompiledChild = CompiledBox | CompiledPicture | CompiledParagraph;

/** A part of a paragraph. */
export type Piece =
  | { kind: 'text'; parts: readonly TextPart[]; setting: TextSetting }
  | { kind: 'break' }
  | ({ kind: 'group'; pieces: Piece[] } & Repetition);
