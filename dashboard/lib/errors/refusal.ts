import type { ErrorCode } from '../../../errors/codes.ts';
import type { DetailCode, Reason } from '../../../errors/detail.ts';
import { DETAIL_TEXTS } from './detail-texts.ts';
import { pathLabel } from './path-label.ts';
import { CODE_TEXTS, REASON_TEXTS } from './reason-texts.ts';

/** Fault as in answers. A server newer than this page can send codes that are unknown here. */
export interface Fault {
  code: string;
  message: string;
  params: Readonly<Record<string, unknown>>;
}

/** Fault at a place in the request. */
export interface Detail extends Fault {
  path: string;
}

/** Members of an error of the API. */
export interface Refusal {
  code?: string | undefined;
  reason?: string | undefined;
  details?: readonly Detail[] | undefined;
  message?: string | undefined;
}

/** Returns advice for a fault, or the server's message if its code is unknown. */
export function faultText({ code, message, params }: Fault): string {
  if (!Object.hasOwn(DETAIL_TEXTS, code)) return message;
  const text = DETAIL_TEXTS[code as DetailCode];
  return typeof text === 'string' ? text : text(params as never, message);
}

/** Returns the text of a fault prefixed with the name of its field, for display away from the field. */
export const labelledText = ({ path, ...fault }: Detail): string =>
  path === '' ? faultText(fault) : `${pathLabel(path)}: ${faultText(fault)}`;

/** Returns advice for an error of the API; null if it has neither a known code nor a message. */
export function refusalText({ code = '', reason, details = [], message }: Refusal): string | null {
  if (details.length > 0) return details.map(labelledText).join(' ');
  if (reason !== undefined) return reasonText(reason, message ?? '') || null;
  return (Object.hasOwn(CODE_TEXTS, code) ? CODE_TEXTS[code as ErrorCode] : message) || null;
}

function reasonText(reason: string, message: string): string {
  if (!Object.hasOwn(REASON_TEXTS, reason)) return message;
  const text = REASON_TEXTS[reason as Reason];
  return typeof text === 'string' ? text : text(message);
}
