/** Returns a day (YYYY-MM-DD) as a text in a language. English is British, as on the certificate's page. */
export const dayIn = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
