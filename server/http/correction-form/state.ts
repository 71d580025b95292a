import type { LastRequest } from '../../../domain/requests/read-last.ts';
import type { Askable } from '../../../domain/requests/types.ts';
import { formatDay } from '../format-day.ts';
import { type Html, html } from '../html.ts';
import { type Language, loadMessages } from './compiled-messages/load.ts';
import { correctionForm } from './form.ts';

interface Asking {
  certificateId: string;
  /** Variables that the recipient may ask to correct; empty if the template accepts no requests. */
  askable: readonly Askable[];
  last: LastRequest | undefined;
  /** Time zone of the certificate. */
  timeZone: string;
  /** False for a revoked certificate. */
  isChangeable: boolean;
}

/**
 * Returns the part of a certificate's card about corrections: the state of the last request, and the form for another one unless one is
 * open. Null if there is nothing to say.
 */
export async function correctionPart(
  { certificateId, askable, last, timeZone, isChangeable }: Asking,
  language: Language,
): Promise<Html | null> {
  const messages = await loadMessages(language);
  const mayAsk = isChangeable && askable.length > 0 && last?.status !== 'OPEN';
  if (!mayAsk && !last) return null;
  const stated = { OPEN: messages.open, ACCEPTED: messages.accepted, DECLINED: messages.declined };
  const at = last && formatDay(last.status === 'OPEN' ? last.createdAt : last.changedAt, language, timeZone);
  return html`<div class="correction">${last && at !== undefined ? html`<p>${stated[last.status]({ date: at })}</p>` : null}
${last?.answer ? html`<p>${messages.answer({ answer: last.answer })}</p>` : null}
${mayAsk && html`<details class="ask-correction"><summary class="button">${messages.ask}</summary>${correctionForm({ certificateId, askable, language }, messages)}</details>`}</div>`;
}
