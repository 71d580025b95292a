import { DEFAULTS } from '../design/defaults.ts';
import type { DesignElement } from '../design/design.ts';
import type { Problem } from '../design/errors.ts';
import { drawImage } from '../elements/image/scene.ts';
import { drawQr } from '../elements/qr/scene.ts';
import { drawShape } from '../elements/shape/scene.ts';
import { drawText } from '../elements/text/scene.ts';
import type { Box } from '../graphics/geometry.ts';
import { Budget, tooMuch } from '../scene/budget.ts';
import { overlap, reachOf } from '../scene/ink-bounds.ts';
import type { Drawing, Drawn, Placed, PlacedElement } from '../scene/scene.ts';
import { TooMuchShaping } from '../text/measured-paragraph.ts';
import { fill, isBuiltIn, type TextPart, type Values, variablesOf } from '../text/placeholders.ts';
import { isolate, RIGHT_TO_LEFT } from '../text/shaping.ts';
import type { CompiledTemplate } from './compile.ts';

/** Fills a template in and places everything on the page; problems say what does not fit or can't be shown. */
export function placeTemplate(template: CompiledTemplate, values: Values): { placed: Placed; problems: Problem[] } {
  const problems: Problem[] = [];
  const { page } = template.design;
  const budget = new Budget();
  for (const element of template.background) budget.spendElement(element, page, false);
  const over = new Overlaid();
  const elements = template.design.elements.map((element, index): PlacedElement => {
    const { x, y, width, height } = element;
    const { opacity = DEFAULTS.element.opacity, rotation = DEFAULTS.element.rotation } = element;
    const parts = template.parts[index] ?? [];
    const drawn = drawWithin(budget, template, element, index, values);
    const { drawing } = drawn;
    const surroundings = { opacity, rotation, around: { x, y, width, height } };
    const placed = { drawing, ...surroundings };
    const tooCostly =
      drawn.tooCostly ?? budget.spendElement(placed, page, over.add(placed, variablesOf(parts).length > 0));
    const fault: Drawn['fault'] = tooCostly ? { kind: 'too-costly', message: tooCostly } : drawn.fault;
    if (fault) problems.push({ ...fault, element: index, variable: blame(parts, values, fault.characters) });
    return tooCostly ? { drawing: NOTHING, ...surroundings } : placed;
  });
  return { placed: { page, elements: [...template.background, ...elements] }, problems };
}

/** What stands for an element that costs too much: the rest of a preview is drawn. */
const NOTHING: Drawing = { kind: 'path', path: [], fill: null, stroke: null, strokeWidth: 0 };

/** Tells which fixed elements lie over variable ones: each is kept as a picture of its own. */
class Overlaid {
  readonly #above: Box[] = [];

  add(element: PlacedElement, isVariable: boolean): boolean {
    const reach = reachOf(element);
    const isOver = !isVariable && this.#above.some((box) => overlap(reach, box));
    if (isVariable || isOver) this.#above.push(reach);
    return isOver;
  }
}

/** An element's drawing as far as its page's texts may still be filled in and shaped. */
function drawWithin(
  budget: Budget,
  template: CompiledTemplate,
  element: DesignElement,
  index: number,
  values: Values,
): Drawn & { tooCostly?: string } {
  const parts = template.parts[index] ?? [];
  const tooCostly = budget.spend({ characters: lengthOf(parts, values) });
  if (tooCostly) return { drawing: NOTHING, tooCostly };
  const tooMuchShaping = { drawing: NOTHING, tooCostly: tooMuch('shaped', Number.POSITIVE_INFINITY) };
  if (element.type === 'text' && budget.left('shaped') <= 0) return tooMuchShaping;
  const content = element.type === 'text' ? isolated(parts, values) : fill(parts, values);
  try {
    const drawn = drawOnce(template, element, index, content, budget.left('shaped'));
    const fault = budget.spend({ shaped: drawn.shaped ?? 0 });
    return fault ? { drawing: NOTHING, tooCostly: fault } : drawn;
  } catch (error) {
    if (!(error instanceof TooMuchShaping)) throw error;
    // It was done, though for nothing: the next text is not given as much again.
    budget.spend({ shaped: budget.left('shaped') });
    return tooMuchShaping;
  }
}

const lengthOf = (parts: readonly TextPart[], values: Values): number =>
  parts.reduce((sum, part) => sum + ('text' in part ? part.text : (values.get(part.variable) ?? '')).length, 0);

/**
 * A text in which each value keeps its own order beside right-to-left text (UAX 9, isolates): a date or a number in
 * Arabic reads as it was given.
 */
function isolated(parts: readonly TextPart[], values: Values): string {
  const content = fill(parts, values);
  if (parts.length < 2 || !RIGHT_TO_LEFT.test(content)) return content;
  return parts.map((part) => ('text' in part ? part.text : isolate(fill([part], values)))).join('');
}

/** Drawings, and the glyphs in them, that a template remembers. */
const REMEMBERED = { drawings: 1000, glyphs: 30_000 };

/** What was drawn for a text is kept: most of a batch's texts are the same in every certificate. */
function drawOnce(
  template: CompiledTemplate,
  element: DesignElement,
  index: number,
  content: string,
  maxShaped: number,
): Drawn {
  const { drawings } = template;
  const key = `${index} ${content}`;
  const known = drawings.kept.get(key);
  if (known) return known;
  const drawn = draw(template, element, content, maxShaped);
  const glyphs = content.length;
  if (drawings.kept.size >= REMEMBERED.drawings || drawings.glyphs + glyphs > REMEMBERED.glyphs) {
    drawings.kept.clear();
    drawings.glyphs = 0;
  }
  drawings.kept.set(key, drawn);
  drawings.glyphs += glyphs;
  return drawn;
}

function draw(template: CompiledTemplate, element: DesignElement, content: string, maxShaped: number): Drawn {
  switch (element.type) {
    case 'text':
      return drawText(element, content, maxShaped);
    case 'qr':
      return drawQr(element, content);
    case 'shape':
      return { drawing: drawShape(element) };
    case 'image':
      return { drawing: drawImage(template, element) };
  }
}

/** The variable that a fault is told of: one that has the characters, else the longest. */
function blame(parts: readonly TextPart[], values: Values, characters: readonly string[] = []): string | null {
  const names = variablesOf(parts).filter((name) => !isBuiltIn(name));
  const shown = (name: string) => values.get(name)?.normalize('NFC') ?? '';
  const holder = names.find((name) =>
    characters.some((character) => shown(name).toLocaleUpperCase('und').includes(character.toLocaleUpperCase('und'))),
  );
  if (characters.length > 0) return holder ?? null;
  return names.sort((a, b) => shown(b).length - shown(a).length)[0] ?? null;
}
