import { readFileSync } from 'node:fs';
import { Html } from '../html.ts';

/** Style of the form, in addition to that of the public pages. */
export const FORM_STYLE = new Html(readFileSync(new URL('./form.css', import.meta.url), 'utf8'));
