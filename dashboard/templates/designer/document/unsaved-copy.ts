import { del, get, set } from 'idb-keyval';
import type { Design } from '../model/design.ts';

/** Changes to a template that the server does not have yet. */
export interface UnsavedCopy {
  design: Design;
  /** Server revision that the changes are based on. */
  revision: number;
}

/** Key of a copy: several people may share one browser. */
export interface CopyOwner {
  personId: string;
  templateId: string;
}

const keyOf = ({ personId, templateId }: CopyOwner): string => `laurel-unsaved-${personId}-${templateId}`;

/** Keeps a copy in this browser. Does nothing if storage is full or not allowed. */
export const keepCopy = (owner: CopyOwner, copy: UnsavedCopy): Promise<void> =>
  set(keyOf(owner), copy).catch(() => undefined);

export const readCopy = (owner: CopyOwner): Promise<UnsavedCopy | null> =>
  get<UnsavedCopy>(keyOf(owner)).then(
    (copy) => copy ?? null,
    () => null,
  );

export const dropCopy = (owner: CopyOwner): Promise<void> => del(keyOf(owner)).catch(() => undefined);
