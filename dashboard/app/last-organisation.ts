const KEY = 'laurel-organisation';

/** The organisation that was open last in this browser: where one begins the next time. */
export const lastOrganisation = (): string | null => localStorage.getItem(KEY);
export const rememberOrganisation = (id: string): void => localStorage.setItem(KEY, id);
