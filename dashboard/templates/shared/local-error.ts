import { notifications } from '@mantine/notifications';
import { messageOf, notifyError } from '../../app/errors.ts';

/** An error that the dashboard finds itself, not the server; its message can be shown. */
export class LocalError extends Error {}

export const failureText = (error: unknown): string => (error instanceof LocalError ? error.message : messageOf(error));

/** Shows a notification for an error of the dashboard or of the server. */
export function notifyFailure(error: unknown): void {
  if (error instanceof LocalError)
    notifications.show({ color: 'red', title: 'Something went wrong', message: error.message, autoClose: 10_000 });
  else notifyError(error);
}
