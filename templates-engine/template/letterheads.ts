/** Loaded with the first letterhead, because pdf-lib takes a quarter of the start time of a process. */
export const loadLetterheads = () => import('../letterhead/letterhead.ts');
