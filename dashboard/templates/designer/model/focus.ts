/** DOM ids of elements, and of places to focus when the focused control disappears. */
export const PAGE_ID = 'designer-page';
export const TEXT_ID = 'designer-text';
export const INLINE_TEXT_ID = 'designer-inline-text';
export const elementDomId = (id: string): string => `element-${id}`;

/** Focuses an element of the document once it exists. */
export const focusSoon = (id: string): void => void requestAnimationFrame(() => document.getElementById(id)?.focus());
