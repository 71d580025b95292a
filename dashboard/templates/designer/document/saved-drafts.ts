import { get, update } from 'idb-keyval';
import type { Design } from '../model/design.ts';
import type { WorkOwner } from './kept-work.ts';

/** A draft as it was saved, kept in this browser. */
export interface SavedDraft {
  /** Time of the save, in ms. */
  at: number;
  /** Time of the first save that this entry has replaced. Undefined in entries of earlier versions. */
  since?: number;
  /** Opening of the designer that saved it. */
  opening: string;
  design: Design;
}

/** Drafts that are kept per template, and their total size as JSON. */
const MOST = 10;
const MOST_CHARACTERS = 20_000_000;
/** Saves of one opening within this time, in ms, are one entry: the last of them. */
const ONE_ENTRY_MS = 300_000;

/** Distinguishes the page's saves from those before a reload. */
const OPENING = crypto.randomUUID();

const keyOf = ({ personId, templateId }: WorkOwner): string => `laurel-drafts-${personId}-${templateId}`;

/** Keeps a draft that was saved. `isSeparate` keeps the former one of this opening, too. Does nothing if storage is full. */
export async function keepDraft(owner: WorkOwner, design: Design, { isSeparate = false } = {}): Promise<void> {
  const at = Date.now();
  const opening = isSeparate ? crypto.randomUUID() : OPENING;
  await update<SavedDraft[]>(keyOf(owner), (before = []) => {
    const [last, ...others] = before;
    const since = last?.since ?? last?.at ?? at;
    const isOne = last?.opening === opening && at - since < ONE_ENTRY_MS;
    return bounded(
      isOne ? [{ at, since, opening, design }, ...others] : [{ at, since: at, opening, design }, ...before],
    );
  }).catch(() => undefined);
}

/** Returns the saved drafts, latest first. */
export const readDrafts = (owner: WorkOwner): Promise<readonly SavedDraft[]> =>
  get<SavedDraft[]>(keyOf(owner)).then(
    (drafts) => drafts ?? [],
    () => [],
  );

function bounded(drafts: readonly SavedDraft[]): SavedDraft[] {
  let characters = 0;
  return drafts.slice(0, MOST).filter(({ design }) => {
    characters += JSON.stringify(design).length;
    return characters <= MOST_CHARACTERS;
  });
}
