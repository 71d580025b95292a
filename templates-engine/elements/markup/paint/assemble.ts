import type { SceneElement } from '../../../scene/scene.ts';
import type { TextLayout } from '../../../text/lines/layout.ts';
import { part } from '../../shared/part.ts';
import type { TextSetting } from '../compile/text-style.ts';
import type { Instance } from '../expand/instances.ts';
import { pictureIn } from './picture.ts';
import type { Planned } from './planned.ts';

/** Paragraph that was laid out in its box. */
export interface PlacedText {
  layout: TextLayout;
  setting: TextSetting;
  /** Width of a marker. It is placed before its box, or after it if the text runs from right to left. */
  marker: { width: number; isAfter: boolean } | null;
}

export interface Assembled {
  elements: SceneElement[];
  /** Element that each instance produces, by the number of the instance. */
  shown: Map<number, SceneElement>;
}

/** Distance between a marker and its item, in em. */
const MARKER_GAP = 0.5;

/** Adds paragraphs and the pictures of values to a plan. `all` contains the instances by their numbers. */
export function assemble(
  plan: readonly Planned[],
  texts: ReadonlyMap<number, PlacedText>,
  all: readonly Instance[],
): Assembled {
  const shown = new Map<number, SceneElement>();
  const make = (item: Planned): SceneElement[] => {
    if (item.kind === 'element') {
      if (item.picture) shown.set(item.picture.index, item.picture.element);
      return [item.element];
    }
    if (item.kind === 'group') {
      const { clip, matrix, box, items } = item;
      const group = part({ kind: 'group', elements: items.flatMap(make), clip, matrix, structure: [] }, box, 1);
      return [{ ...group, isVariable: true }];
    }
    if (item.kind === 'picture') {
      const instance = all[item.index];
      if (instance?.kind !== 'picture') return [];
      const element = { ...pictureIn(item.place, instance.image), isVariable: true };
      shown.set(item.index, element);
      return [element];
    }
    const text = texts.get(item.index);
    if (!text || text.layout.lines.length === 0) return [];
    const box = item.kind === 'marker' ? markerBox(item, text, texts) : item.box;
    const primitive = { kind: 'text', box, layout: text.layout, color: text.setting.color } as const;
    const element: SceneElement = {
      ...part(primitive, box, item.opacity),
      semantics: { role: 'text' },
      isVariable: true,
    };
    shown.set(item.index, element);
    return [element];
  };
  return { elements: plan.flatMap(make), shown };
}

function markerBox(
  { box, paragraph }: Planned & { kind: 'marker' },
  { layout, setting, marker }: PlacedText,
  texts: ReadonlyMap<number, PlacedText>,
) {
  const { width = 0, isAfter = false } = marker ?? {};
  const gap = setting.size * MARKER_GAP;
  const beside = paragraph === null ? undefined : texts.get(paragraph)?.layout.lines[0];
  const own = layout.lines[0]?.baseline ?? 0;
  const y = box.y + (beside ? beside.baseline - own : 0);
  return { x: isAfter ? box.x + box.width + gap : box.x - gap - width, y, width, height: setting.size };
}
