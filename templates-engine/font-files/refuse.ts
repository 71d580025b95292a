import { DesignError } from '../design/design-error.ts';

/** Refuses an uploaded font; the message goes on from “the file”. */
export function refuse(message: string): never {
  throw new DesignError([{ path: 'file', message }]);
}
