import type { CompiledTemplate } from '../compile.ts';
import { DEFAULTS } from '../design/defaults.ts';
import type { DesignElement } from '../design/design.ts';
import type { Problem } from '../design/errors.ts';
import { fill, isBuiltIn, type TextPart, type Values, variablesOf } from '../design/placeholders.ts';
import { isolate, RIGHT_TO_LEFT } from '../text/shaping.ts';
import { drawImage } from './image.ts';
import type { Drawn, Placed, PlacedElement } from './placed.ts';
import { drawQr } from './qr.ts';
import { drawShape } from './shape.ts';
import { drawText } from './text.ts';

/** Fills a template in and places everything on the page; problems say what does not fit or can't be shown. */
export function placeTemplate(template: CompiledTemplate, values: Values): { placed: Placed; problems: Problem[] } {
  const problems: Problem[] = [];
  const elements = template.design.elements.map((element, index): PlacedElement => {
    const { x, y, width, height } = element;
    const { opacity = DEFAULTS.element.opacity, rotation = DEFAULTS.element.rotation } = element;
    const parts = template.parts[index] ?? [];
    const content = element.type === 'text' ? isolated(parts, values) : fill(parts, values);
    const { drawing, fault } = drawOnce(template, element, index, content);
    if (fault)
      problems.push({
        ...fault,
        element: index,
        variable: blame(template.parts[index] ?? [], values, fault.characters),
      });
    return { drawing, opacity, rotation, around: { x, y, width, height } };
  });
  return { placed: { page: template.design.page, elements: [...template.background, ...elements] }, problems };
}

/**
 * A text in which each value keeps its own order beside right-to-left text (UAX 9, isolates): a date or a number in
 * Arabic reads as it was given.
 */
function isolated(parts: readonly TextPart[], values: Values): string {
  const content = fill(parts, values);
  if (parts.length < 2 || !RIGHT_TO_LEFT.test(content)) return content;
  return parts.map((part) => ('text' in part ? part.text : isolate(fill([part], values)))).join('');
}

const REMEMBERED = 1000;

/** What was drawn for a text is kept: most of a batch's texts are the same in every certificate. */
function drawOnce(template: CompiledTemplate, element: DesignElement, index: number, content: string): Drawn {
  const { drawings } = template;
  const key = `${index} ${content}`;
  const known = drawings.get(key);
  if (known) return known;
  const drawn = draw(template, element, content);
  if (drawings.size >= REMEMBERED) drawings.clear();
  drawings.set(key, drawn);
  return drawn;
}

function draw(template: CompiledTemplate, element: DesignElement, content: string): Drawn {
  switch (element.type) {
    case 'text':
      return drawText(element, content);
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
