import { notifications } from '@mantine/notifications';
import { messageOf, notifyError } from '../../app/errors.ts';

/** Something that was found here, not by the server: its message is for people. */
export class LocalError extends Error {}

export const failureText = (error: unknown): string => (error instanceof LocalError ? error.message : messageOf(error));

/** Tells of what went wrong, wherever it was found. */
export function notifyFailure(error: unknown): void {
  if (error instanceof LocalError)
    notifications.show({ color: 'red', title: 'That did not work', message: error.message, autoClose: 10_000 });
  else notifyError(error);
}
