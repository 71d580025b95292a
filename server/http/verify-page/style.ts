import { readFileSync } from 'node:fs';
import { Html } from '../html.ts';
import { FONT_FACES } from './fonts.ts';

const [PALETTE = '', RULES = ''] = ['./palette.css', './page.css'].map((path) =>
  readFileSync(new URL(path, import.meta.url), 'utf8'),
);

/** Returns a style sheet without needless spaces. */
export const withoutSpaces = (rules: string): string =>
  rules.replaceAll(/\s+/g, ' ').replaceAll(/([{};:,]) | (?=[{}])/g, '$1');

/** Colours and fonts of the public pages and of the documentation. */
export const PALETTE_STYLE = FONT_FACES + withoutSpaces(PALETTE);

/** Style of the public pages. It is part of each page, so that no further request delays the first paint. */
export const STYLE = new Html(PALETTE_STYLE + withoutSpaces(RULES));
