import type { Services } from '../../../domain/context.ts';
import { DomainError, validationError } from '../../../domain/errors.ts';
import type { MyCertificate } from '../../../domain/my/show-certificates.ts';
import { addRequest } from '../../../domain/requests/add.ts';
import { readAskable } from '../../../domain/requests/read-askable.ts';
import { readLastRequests } from '../../../domain/requests/read-last.ts';
import { withLineEnds } from '../../../domain/requests/rules.ts';
import { AskCorrection } from '../../../domain/requests/schemas.ts';
import type { Detail } from '../../../errors/detail.ts';
import { detailsOfZod } from '../../../errors/from-zod.ts';
import { formatDay } from '../format-day.ts';
import { type Html, html } from '../html.ts';
import { type Language, loadMessages, type Messages } from './compiled-messages/load.ts';
import { correctionForm, type Sent } from './form.ts';

/** Null after the request was recorded; otherwise the content of a page that explains why not, with the form to try again. */
type Outcome = { status: number; title: string; content: Html } | null;

const FIELD = /^variables\[(.*)\]$/su;

interface Asking {
  mailboxes: readonly string[];
  certificate: MyCertificate;
  form: URLSearchParams;
}

/** Records the request in a form that a recipient sent. */
export async function postCorrection(
  services: Services,
  { mailboxes, certificate, form }: Asking,
  language: Language,
): Promise<Outcome> {
  const sent = { certificateId: certificate.id, ...textsOf(form) };
  const { success, data, error } = AskCorrection.safeParse(sent);
  try {
    if (!success) throw validationError(detailsOfZod(error, sent));
    await addRequest({ ...services, mailboxes }, data);
    return null;
  } catch (fault) {
    if (!(fault instanceof DomainError)) throw fault;
    const messages = await loadMessages(language);
    const { askable, since } = await stateOf(services, certificate);
    const text = explain(fault, messages, since && formatDay(since, language, certificate.dates.timeZone));
    if (text === null) throw fault;
    const again: Sent = { ...sent, faults: faultsOf(fault.extras.details ?? [], messages) };
    const mayTry = ['VALIDATION_ERROR', 'no_change', 'just_changed'].includes(fault.extras.reason ?? fault.code);
    const repeated = { certificateId: certificate.id, askable, language, sent: again };
    return {
      status: fault.status,
      title: messages.notSent,
      content: html`<section class="state unknown" role="status"><span class="sign" aria-hidden="true">!</span><div><h1>${messages.notSent}</h1><p>${text}</p></div></section>
${mayTry && correctionForm(repeated, messages)}
<p><a href="/my?lang=${language}">${messages.back}</a></p>`,
    };
  }
}

/** Returns what may be asked for, and since when a request is open; null without one. */
async function stateOf(services: Services, certificate: MyCertificate) {
  const [askable, last] = await Promise.all([
    readAskable(services.em(), services, [certificate]),
    readLastRequests(services.em(), services, [certificate]),
  ]);
  const open = last.get(certificate.id);
  return { askable: askable.get(certificate.id) ?? [], since: open?.status === 'OPEN' ? open.createdAt : null };
}

/** Returns the fields of a form, with the line ends that are stored, because characters are counted. */
function textsOf(form: URLSearchParams): Pick<Sent, 'message'> & { variables: Record<string, string> } {
  const fields = [...form].flatMap(([key, text]) => {
    const name = FIELD.exec(key)?.[1];
    return name === undefined ? [] : [[name, withLineEnds(text)] as const];
  });
  return {
    // Object.fromEntries, because a variable can be named `__proto__`.
    variables: Object.fromEntries(fields),
    message: withLineEnds(form.get('message') ?? ''),
  };
}

/** Returns the sentence about a refusal; null for one that the page of all errors explains. */
function explain({ code, extras }: DomainError, messages: Messages, since: string | null): string | null {
  switch (extras.reason) {
    case 'no_change':
      return messages.unchanged;
    case 'request_open':
      return since === null ? messages.busy : messages.alreadyOpen({ date: since });
    case 'request_limit':
      return messages.limit;
    case 'requests_not_accepted':
    case 'certificate_revoked':
    case 'certificate_failed':
      return messages.closed;
    case 'just_changed':
      return messages.busy;
    default:
      return code === 'VALIDATION_ERROR' ? summaryOf(extras.details ?? [], messages) : null;
  }
}

/** Returns the fault of the message, which has no place of its own; otherwise a sentence about values. */
const summaryOf = (details: readonly Detail[], messages: Messages): string => {
  const ofMessage = details.find(({ path }) => path === 'message');
  return ofMessage ? `${messages.message}: ${faultText(ofMessage, messages)}` : messages.check;
};

const faultsOf = (details: readonly Detail[], messages: Messages): Map<string, string> =>
  new Map(
    details.flatMap((detail) =>
      detail.path.startsWith('variables.')
        ? [[detail.path.slice('variables.'.length), faultText(detail, messages)] as const]
        : [],
    ),
  );

function faultText({ code, params }: Detail, { wrong }: Messages): string {
  const texts: Readonly<Record<string, string>> = {
    ...{ blank: wrong.blank, not_a_date: wrong.date, not_a_number: wrong.number, not_a_language: wrong.language },
    ...{ not_an_option: wrong.option, not_among_options: wrong.option, control_character: wrong.character },
    too_long: wrong.long({ most: String(params.most ?? '') }),
  };
  return texts[code] ?? wrong.other;
}
