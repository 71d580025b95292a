import { del, get, set } from 'idb-keyval';
import type { Design } from '../model/design.ts';

/** What somebody has changed in a template and the server does not have yet. */
export interface UnsavedCopy {
  design: Design;
  /** What the server had when it was changed. */
  revision: number;
}

/** Which person's copy of which template: several people may use one browser. */
export interface CopyOwner {
  personId: string;
  templateId: string;
}

const keyOf = ({ personId, templateId }: CopyOwner): string => `laurel-unsaved-${personId}-${templateId}`;

/** Keeps a copy in this browser. Where the browser has no room or does not allow it, there is none. */
export const keepCopy = (owner: CopyOwner, copy: UnsavedCopy): Promise<void> =>
  set(keyOf(owner), copy).catch(() => undefined);

export const readCopy = (owner: CopyOwner): Promise<UnsavedCopy | null> =>
  get<UnsavedCopy>(keyOf(owner)).then(
    (copy) => copy ?? null,
    () => null,
  );

export const dropCopy = (owner: CopyOwner): Promise<void> => del(keyOf(owner)).catch(() => undefined);
