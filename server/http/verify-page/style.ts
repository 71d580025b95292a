import { readFileSync } from 'node:fs';
import { Html } from '../html.ts';
import { FONT_FACES } from './fonts.ts';

const RULES = readFileSync(new URL('./page.css', import.meta.url), 'utf8');

/** Style of the public pages, without needless spaces. It is part of each page, so that no further request delays the first paint. */
export const STYLE = new Html(FONT_FACES + RULES.replaceAll(/\s+/g, ' ').replaceAll(/([{};:,]) | (?=[{}])/g, '$1'));
