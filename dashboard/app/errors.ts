import { notifications } from '@mantine/notifications';
import { isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../procedures/router.ts';
import { type Detail, faultText, type Refusal, refusalText } from './refusal.ts';

/** An error that the dashboard finds itself, not the server; its message can be shown as it is. */
export class LocalError extends Error {}

const dataOf = (error: unknown): Refusal | undefined =>
  isTRPCClientError<AppRouter>(error) ? (error.data as Refusal | undefined) : undefined;

/** The specification's code of an error; null where no answer came. */
export const codeOf = (error: unknown): string | null => dataOf(error)?.code ?? null;

/** Situation within the code, as in `limit_reached`; null where the error has none. */
export const reasonOf = (error: unknown): string | null => dataOf(error)?.reason ?? null;

/** Whether what an address names does not exist, or its id is malformed. */
export const isMissing = (error: unknown): boolean => ['NOT_FOUND', 'VALIDATION_ERROR'].includes(codeOf(error) ?? '');

/** What is wrong with which field of the input. */
export const detailsOf = (error: unknown): readonly Detail[] => dataOf(error)?.details ?? [];

/** Whether no answer came; else an error without a code is a fault of the dashboard itself. */
const isUnanswered = (error: unknown): boolean =>
  isTRPCClientError(error) ||
  error instanceof DOMException ||
  // In the words of Chrome, Firefox and Safari.
  (error instanceof TypeError && /fetch|network|load failed/i.test(error.message));

/** Where no answer came. */
export const UNREACHABLE = 'The server can’t be reached. Check your connection and try again.';

/** An error as a person reads it. */
export function messageOf(error: unknown): string {
  if (error instanceof LocalError) return error.message;
  const code = codeOf(error);
  if (code === null && isUnanswered(error)) return UNREACHABLE;
  if (code === null)
    return 'Something went wrong on this page. Reload it, and tell your administrator if it happens again.';
  const message = error instanceof Error ? error.message : String(error);
  return refusalText({ ...dataOf(error), message }) ?? message;
}

/** What is wrong with a file that was not taken, shown at its own field: without the field's name. */
export function fileFaultOf(error: unknown): string {
  const [detail] = detailsOf(error);
  return detail ? faultText(detail) : messageOf(error);
}

/** Tells of a failed action where nothing on the screen can show it. */
export const notifyError = (error: unknown): void =>
  void notifications.show({
    color: 'red',
    title: 'Something went wrong',
    message: messageOf(error),
    autoClose: 10_000,
  });

export const notifyDone = (message: string): void => void notifications.show({ message, autoClose: 4000 });

/** A form's errors by field; what belongs to no field is told by a notification. */
export function fieldErrors(error: unknown, fields: readonly string[]): Record<string, string> {
  const details = detailsOf(error);
  const own = details.filter(({ path }) => fields.includes(path));
  if (own.length === 0 || own.length < details.length) notifyError(error);
  return Object.fromEntries(own.map((detail) => [detail.path, faultText(detail)]));
}
