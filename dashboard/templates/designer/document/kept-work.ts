import { del, get, keys, set } from 'idb-keyval';
import type { Draft } from '../model/design.ts';
import { claimTab, openTabs } from './tab.ts';

/** State of one tab's work on a template, kept in this browser. */
export interface KeptWork {
  draft: Draft;
  /** Draft as the server last had it; null if unknown. It is the draft itself if everything is saved. */
  saved: Draft | null;
  /** Later drafts that the server can have stored without an answer. Missing in work that an earlier release has kept. */
  sent?: readonly Draft[];
  /** Server revision of `saved`. */
  revision: number;
  past: readonly Draft[];
  future: readonly Draft[];
  /** Time of the last change, in ms. */
  at: number;
}

/** Several people may share one browser. */
export interface WorkOwner {
  personId: string;
  templateId: string;
}

/** Maximum steps of the history that survive a reload. */
const KEPT_STEPS = 50;

const prefixOf = ({ personId, templateId }: WorkOwner): string => `laurel-work-${personId}-${templateId}-`;
const keyOf = async (owner: WorkOwner): Promise<string> => prefixOf(owner) + (await claimTab());

/** Keeps this tab's work. Does nothing if storage is full or not allowed. */
export async function keepWork(owner: WorkOwner, work: KeptWork): Promise<void> {
  const { past, future, sent = [] } = work;
  const kept = {
    ...work,
    sent: sent.slice(-KEPT_STEPS),
    past: past.slice(-KEPT_STEPS),
    future: future.slice(0, KEPT_STEPS),
  };
  await set(await keyOf(owner), kept).catch(() => undefined);
}

export const dropWork = async (owner: WorkOwner): Promise<void> => del(await keyOf(owner)).catch(() => undefined);

/** Returns this tab's work, or else the latest unsaved work of a tab that was closed. The work of other open tabs stays theirs. */
export async function readWork(owner: WorkOwner): Promise<KeptWork | null> {
  const key = await keyOf(owner);
  try {
    return (await get<KeptWork>(key)) ?? (await adoptWork(owner, key));
  } catch {
    return null;
  }
}

async function adoptWork(owner: WorkOwner, own: string): Promise<KeptWork | null> {
  const prefix = prefixOf(owner);
  const open = await openTabs();
  const left = (await keys<string>()).filter(
    (key) => typeof key === 'string' && key.startsWith(prefix) && !open?.has(key.slice(prefix.length)),
  );
  let latest: { key: string; work: KeptWork } | null = null;
  for (const key of left) {
    const work = await get<KeptWork>(key);
    if (work && work.saved !== work.draft) {
      if (!latest || work.at > latest.work.at) latest = { key, work };
    } else await del(key);
  }
  if (!latest) return null;
  await set(own, latest.work);
  await del(latest.key);
  return latest.work;
}
