import { remember } from '../../domain/shared/remember.ts';

/** Returns the day of a moment in a time zone, for readers of a language. English is British. */
export const formatDay = (moment: Date, language: string, timeZone: string): string =>
  formatIn(timeZone)(language === 'en' ? 'en-GB' : language).format(moment);

/** Remembers formats, because making one takes longer than using it. */
const formatIn = remember((timeZone: string) =>
  remember((locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })),
);
