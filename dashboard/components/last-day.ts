/** Returns the last day (YYYY-MM-DD) that begins before a moment in a time zone. */
export const lastDay = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(moment).getTime() - 1);
