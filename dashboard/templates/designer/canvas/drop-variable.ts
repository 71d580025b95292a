import type { DragEvent } from 'react';
import { definitionIn } from '../../../../templates-engine/variables/properties.ts';
import { draftDefinitions, inlineOf, kindOf, newVariableElement } from '../elements/kinds.ts';
import { withId } from '../model/design.ts';
import { addItems, changeItems } from '../model/edit.ts';
import type { Editor } from '../model/editor-context.ts';
import { type Point, round } from '../model/geometry.ts';
import { isFree } from '../model/layers.ts';

const TYPE = 'application/x-laurel-variable';

/** Puts a variable's name on a drag, and its placeholder for text fields. */
export function dragVariable(event: DragEvent, name: string): void {
  event.dataTransfer.setData(TYPE, name);
  event.dataTransfer.setData('text/plain', `{{${name}}}`);
  event.dataTransfer.effectAllowed = 'copy';
}

export const hasVariable = (data: DataTransfer): boolean => data.types.includes(TYPE);

/** Adds a dropped variable to the text under the pointer, or as a separate element. */
export function dropVariable(editor: Editor, event: DragEvent, at: Point): void {
  const { draft, edit, dispatch } = editor;
  const name = event.dataTransfer.getData(TYPE);
  const id =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-item]')?.dataset.item : undefined;
  const item = draft.elements.find((one) => one.id === id);
  const isPicture = definitionIn(draftDefinitions(draft), name).type === 'picture';
  const inline = item && inlineOf(item);
  // A drop does not say which cell of a table it means.
  if (item && inline && !inline.isFor && isFree(item) && !isPicture) {
    const end = inline.lengthOf(item);
    const space = /\S$/.test(kindOf(item).contentOf(item)) ? ' ' : '';
    edit(changeItems([item.id], inline.insert(item, { range: { start: end, end } }, `${space}{{${name}}}`)));
    dispatch({ type: 'select', selection: [item.id] });
  } else addVariable(editor, name, at);
}

/** Adds an element that shows a variable, centred at a point or, by default, on the page. */
export function addVariable({ draft, edit, showTab }: Editor, name: string, at?: Point): void {
  const made = newVariableElement(draft, name);
  const place = at && { x: round(at.x - made.width / 2), y: round(at.y - made.height / 2) };
  edit(addItems([withId({ ...made, ...place })]));
  showTab('properties');
}
