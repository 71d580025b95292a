import { type Html, html } from '../html.ts';
import type { Messages } from './compiled-messages/load.ts';

/** Returns a later name, marked as such, because the page shows the certificate as issued. */
export const nowNamed = (name: string | null, messages: Messages): Html =>
  html`${name && html` <small><bdi>${messages.nowNamed({ name })}</bdi></small>`}`;
