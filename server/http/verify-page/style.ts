import { readFileSync } from 'node:fs';
import { Html } from '../html.ts';
import { FONT_FACES } from './fonts.ts';

const RULES = readFileSync(new URL('./page.css', import.meta.url), 'utf8');

/** Returns a style sheet without needless spaces. */
export const withoutSpaces = (rules: string): string =>
  rules.replaceAll(/\s+/g, ' ').replaceAll(/([{};:,]) | (?=[{}])/g, '$1');

/** Style of the public pages. It is part of each page, so that no further request delays the first paint. */
export const STYLE = new Html(FONT_FACES + withoutSpaces(RULES));
