/** Formats a time as the data model's dateTimeStamp, in UTC. Truncates to seconds, so that a validity starting now has already begun. */
export const timestamp = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;
