import { MAX_MESSAGE } from '../../../domain/requests/schemas.ts';
import type { Askable } from '../../../domain/requests/types.ts';
import { type Html, html } from '../html.ts';
import type { Language, Messages } from './compiled-messages/load.ts';

/** Texts that were sent and not accepted, with the faults of variables by name. */
export interface Sent {
  variables: Readonly<Record<string, string>>;
  message: string;
  faults: ReadonlyMap<string, string>;
}

interface Form {
  certificateId: string;
  askable: readonly Askable[];
  language: Language;
  sent?: Sent | undefined;
}

/** Texts that are longer than this, in characters, have several lines in the form. */
const LONG = 60;

/** Returns the form in which a recipient proposes other values for a certificate. It works without scripts. */
export function correctionForm({ certificateId, askable, language, sent }: Form, messages: Messages): Html {
  const id = (index: number | string) => `ask-${certificateId}-${index}`;
  return html`<form class="ask" method="post" action="/my/requests?lang=${language}"><p class="note">${messages.intro}</p>
<input type="hidden" name="certificateId" value="${certificateId}">
${askable.map((variable, index) => field(variable, id(index), sent, messages))}
<div><label for="${id('message')}">${messages.message}</label>
<textarea id="${id('message')}" name="message" rows="3" maxlength="${MAX_MESSAGE}" dir="auto">${lines(sent?.message ?? '')}</textarea></div>
<button class="button primary">${messages.send}</button></form>`;
}

function field(variable: Askable, id: string, sent: Sent | undefined, messages: Messages): Html {
  const { name, label } = variable;
  const value = sent && Object.hasOwn(sent.variables, name) ? (sent.variables[name] ?? '') : variable.value;
  const fault = sent?.faults.get(name);
  return html`<div><label for="${id}"><bdi>${label}</bdi></label>
${control(variable, value, attributes(id, variable, fault), messages)}
${fault !== undefined && html`<p class="fault" id="${id}-fault">${fault}</p>`}</div>`;
}

const attributes = (id: string, { name, required }: Askable, fault: string | undefined): Html =>
  html`id="${id}" name="variables[${name}]"${required && html` required`}${fault !== undefined && html` aria-invalid="true" aria-describedby="${id}-fault"`}`;

function control({ type, options }: Askable, value: string, own: Html, messages: Messages): Html {
  if (type === 'choice') {
    const known = options ?? [];
    const all = ['', ...known, ...(value === '' || known.includes(value) ? [] : [value])];
    return html`<select ${own}>${all.map((one) => html`<option value="${one}"${one === value && html` selected`}>${one || messages.empty}</option>`)}</select>`;
  }
  if (type === 'date' && /^(\d{4}-\d\d-\d\d)?$/.test(value)) return html`<input type="date" ${own} value="${value}">`;
  if (type === 'number') return html`<input inputmode="decimal" ${own} value="${value}">`;
  if (value.length <= LONG && !value.includes('\n'))
    return html`<input ${own} value="${value}" dir="auto" maxlength="2000">`;
  return html`<textarea ${own} rows="4" maxlength="2000" dir="auto">${lines(value)}</textarea>`;
}

/** Returns the content of a text area. A parser drops a line end at its start. */
const lines = (text: string): Html => html`${text.startsWith('\n') && '\n'}${text}`;
