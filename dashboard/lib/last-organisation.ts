const KEY = 'laurel-organisation';

/** Returns the organisation that was last open in this browser, which opens first next time. */
export const lastOrganisation = (): string | null => localStorage.getItem(KEY);
export const rememberOrganisation = (id: string): void => localStorage.setItem(KEY, id);
