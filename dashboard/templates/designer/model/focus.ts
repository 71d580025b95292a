/** Focus when the focused control disappears, and the DOM ids of elements. */
export const PAGE_ID = 'designer-page';
export const TEXT_ID = 'designer-text';
export const elementDomId = (id: string): string => `element-${id}`;

/** Focuses an element of the document once it exists. */
export const focusSoon = (id: string): void => void requestAnimationFrame(() => document.getElementById(id)?.focus());

/** The same for the text of an element: all of it is selected where it is to be replaced, else the caret is at its end. */
export const focusTextSoon = ({ isReplaced }: { isReplaced: boolean }): void =>
  void requestAnimationFrame(() => {
    const field = document.getElementById(TEXT_ID);
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.focus();
    field.setSelectionRange(isReplaced ? 0 : field.value.length, field.value.length);
  });
