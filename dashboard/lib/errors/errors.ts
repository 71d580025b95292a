import { t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';
import { isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../../procedures/router.ts';
import { freePosition } from '../toasts/free-position.ts';
import { type Detail, faultText, type Refusal, refusalText } from './refusal.ts';

/** Error raised by the dashboard itself. Its message can be shown to the user. */
export class LocalError extends Error {}

const dataOf = (error: unknown): Refusal | undefined =>
  isTRPCClientError<AppRouter>(error) ? (error.data as Refusal | undefined) : undefined;

/** Returns the specification's code of an error; null if there was no answer. */
export const codeOf = (error: unknown): string | null => dataOf(error)?.code ?? null;

/** Returns the situation within the code, for example `limit_reached`; null if the error has none. */
export const reasonOf = (error: unknown): string | null => dataOf(error)?.reason ?? null;

/** Returns whether the object at an address does not exist, or its id is malformed. */
export const isMissing = (error: unknown): boolean => ['NOT_FOUND', 'VALIDATION_ERROR'].includes(codeOf(error) ?? '');

/** Returns the faults of the input with their fields. */
export const detailsOf = (error: unknown): readonly Detail[] => dataOf(error)?.details ?? [];

/** Returns whether there was no answer. Any other error without a code is a fault of the dashboard. */
const isUnanswered = (error: unknown): boolean =>
  isTRPCClientError(error) ||
  error instanceof DOMException ||
  // Messages of Chrome, Firefox and Safari.
  (error instanceof TypeError && /fetch|network|load failed/i.test(error.message));

/** Message if there was no answer. */
export const UNREACHABLE = t`The server can’t be reached. Check your connection and try again.`;

/** Titles of errors after which an action may have been performed. */
const UNCERTAIN: Readonly<Record<string, string>> = {
  INTERNAL_ERROR: t`Something went wrong on the server`,
  SERVICE_UNAVAILABLE: t`The server is unavailable`,
};

/** Returns a title for an error that leaves open if the action was performed. A second try performs it once. */
export function uncertainTitle(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code !== null) return UNCERTAIN[code];
  return isUnanswered(error) ? t`The server didn’t respond` : undefined;
}

/** Returns an error as text for the user. */
export function messageOf(error: unknown): string {
  if (error instanceof LocalError) return error.message;
  const code = codeOf(error);
  if (code === null && isUnanswered(error)) return UNREACHABLE;
  if (code === null) return t`Something went wrong on this page. Reload it, and tell the operator if it happens again.`;
  const message = error instanceof Error ? error.message : String(error);
  return refusalText({ ...dataOf(error), message }) ?? message;
}

/** Returns the fault of a refused file without the field's name, for display at its field. */
export function fileFaultOf(error: unknown): string {
  const [detail] = detailsOf(error);
  return detail ? faultText(detail) : messageOf(error);
}

/** Notifies the user of a failed action if nothing on the screen can show it. */
export const notifyError = (error: unknown): void =>
  void notifications.show({
    color: 'red',
    title: t`Something went wrong`,
    message: messageOf(error),
    position: freePosition(),
    autoClose: 10_000,
  });

export const notifyDone = (message: string): void =>
  void notifications.show({ message, position: freePosition(), autoClose: 4000 });

/**
 * Returns a form's errors by field. `reasons` has the fields that refusals without details are about, by their reasons. Errors that belong
 * to no field are shown as a notification.
 */
export function fieldErrors(
  error: unknown,
  fields: readonly string[],
  reasons: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const field = reasons[reasonOf(error) ?? ''];
  if (field !== undefined) return { [field]: messageOf(error) };
  const details = detailsOf(error);
  const own = details.filter(({ path }) => fields.includes(path));
  if (own.length === 0 || own.length < details.length) notifyError(error);
  return Object.fromEntries(own.map((detail) => [detail.path, faultText(detail)]));
}
