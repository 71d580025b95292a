/** Root element of the page. Tests of single modules have no page. */
const root = (globalThis as { document?: { documentElement: { lang: string; dir: string } } }).document
  ?.documentElement;

/** Language of the page as the server chose it, for example `de`. Each language has its own build, so changing it loads the page again. */
export const LANGUAGE: string = root?.lang || 'en';

/** True if the language is written from right to left. */
export const IS_RIGHT_TO_LEFT: boolean = root?.dir === 'rtl';

/** Locale of lists and of names of languages. The English texts are British. */
export const TEXT_LOCALE: string = LANGUAGE === 'en' ? 'en-GB' : LANGUAGE;

/** The browser's languages, preferred ones first. Without a locale, Chromium on Linux has `en-US@posix`, which `Intl` rejects. */
export const BROWSER_LOCALES: readonly string[] = (globalThis.navigator?.languages ?? []).filter((tag) => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
});

/** Locale for dates and numbers: the page's language with the region of the browser's settings, for example `en-GB`. */
export const LOCALE: string = BROWSER_LOCALES.find((tag) => tag.split('-', 1)[0] === LANGUAGE) ?? TEXT_LOCALE;
