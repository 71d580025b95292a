/** Loaded with the first letterhead: pdf-lib takes a fourth of the time in which a process starts. */
export const loadLetterheads = () => import('../letterhead/letterhead.ts');
