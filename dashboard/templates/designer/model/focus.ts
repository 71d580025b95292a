/** Where the keyboard goes when what it was on is no more, and where elements are found. */
export const PAGE_ID = 'designer-page';
export const TEXT_ID = 'designer-text';
export const elementDomId = (id: string): string => `element-${id}`;

/** Puts the keyboard on something once it is there. */
export const focusSoon = (id: string): void => void requestAnimationFrame(() => document.getElementById(id)?.focus());

/** The same for the text of an element: all of it is selected where it is to be replaced, else one goes on at its end. */
export const focusTextSoon = ({ isReplaced }: { isReplaced: boolean }): void =>
  void requestAnimationFrame(() => {
    const field = document.getElementById(TEXT_ID);
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.focus();
    field.setSelectionRange(isReplaced ? 0 : field.value.length, field.value.length);
  });
