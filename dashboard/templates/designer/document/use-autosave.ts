import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useApiClient } from '../../../app/api.tsx';
import { codeOf, messageOf, reasonOf } from '../../../app/errors.ts';
import { toDesign } from '../elements/to-design.ts';
import type { Draft } from '../model/design.ts';
import { type CopyOwner, dropCopy, keepCopy } from './unsaved-copy.ts';

type SaveState =
  | { kind: 'saved' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /** Tried again by itself where the reason may pass. */
  | { kind: 'failed'; reason: string; mayPass: boolean }
  /** Somebody else has saved since this was opened. */
  | { kind: 'conflict' };

export interface Autosave {
  state: SaveState;
  /** Saves what is not saved yet; whether all is saved then. */
  flush: () => Promise<boolean>;
  /** The revision that the next saving or publishing is made on. Wait for `flush` first. */
  revision: () => number;
  /** The server has this draft as that revision by another way than saving. */
  accept: (draft: Draft, revision: number) => void;
}

const DELAY = 1500;
/** Before it is tried again: longer each time. */
const FIRST_RETRY = 2000;
const LAST_RETRY = 60_000;
const COPY_DELAY = 300;

interface Opened {
  revision: number;
  /** The draft is a copy that the server does not have yet. */
  isUnsaved: boolean;
  owner: CopyOwner;
  /** Called with whether the saved draft differs from what is published. */
  onSaved: (hasDraft: boolean) => void;
}

/** No answer, or one that says to try again: the draft itself is not at fault. */
const mayPass = (error: unknown): boolean =>
  [null, 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'RATE_LIMITED', 'UNAUTHORIZED'].includes(codeOf(error));

/**
 * Saves the draft on the server, debounced after each change; one request at a time. Until it is saved, this browser has a
 * copy of it.
 */
export function useAutosave(id: string, draft: Draft, opened: Opened): Autosave {
  const client = useApiClient();
  const [state, setState] = useState<SaveState>({ kind: opened.isUnsaved ? 'waiting' : 'saved' });
  const latest = useRef(draft);
  const saved = useRef(opened.isUnsaved ? null : draft);
  const failures = useRef(0);
  const revision = useRef(opened.revision);
  const running = useRef<Promise<boolean> | null>(null);
  const { onSaved } = opened;

  const save = useCallback(async (): Promise<boolean> => {
    setState({ kind: 'saving' });
    const current = latest.current;
    try {
      const answer = await client.designs.saveDraft.mutate({
        id,
        design: toDesign(current),
        revision: revision.current,
      });
      saved.current = current;
      revision.current = answer.revision;
      failures.current = 0;
      setState({ kind: latest.current === current ? 'saved' : 'waiting' });
      onSaved(answer.hasDraft);
      return true;
    } catch (error) {
      failures.current++;
      setState(
        reasonOf(error) === 'design_changed'
          ? { kind: 'conflict' }
          : { kind: 'failed', reason: messageOf(error), mayPass: mayPass(error) },
      );
      return false;
    }
  }, [client, id, onSaved]);

  const flush = useCallback(async (): Promise<boolean> => {
    await running.current;
    if (latest.current === saved.current) return true;
    running.current = save().finally(() => {
      running.current = null;
    });
    return running.current;
  }, [save]);

  useEffect(() => {
    latest.current = draft;
    if (draft === saved.current) {
      setState((before) => (before.kind === 'waiting' ? { kind: 'saved' } : before));
      return;
    }
    setState((before) => (before.kind === 'conflict' || before.kind === 'saving' ? before : { kind: 'waiting' }));
  }, [draft]);

  // Restarted by each change, so that it runs at a pause in editing; a conflict is left to the user.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the draft puts it off
  useEffect(() => {
    if (state.kind !== 'waiting') return;
    const timer = setTimeout(() => void flush(), DELAY);
    return () => clearTimeout(timer);
  }, [draft, state.kind, flush]);

  useEffect(() => {
    if (state.kind !== 'failed' || !state.mayPass) return;
    const wait = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** (failures.current - 1));
    const timer = setTimeout(() => void flush(), wait);
    return () => clearTimeout(timer);
  }, [state, flush]);
  useCopy(draft, { state, revision, owner: opened.owner });

  useEffect(() => {
    const saveNow = () => void flush();
    const saveHidden = () => document.visibilityState === 'hidden' && saveNow();
    addEventListener('online', saveNow);
    document.addEventListener('visibilitychange', saveHidden);
    return () => {
      removeEventListener('online', saveNow);
      document.removeEventListener('visibilitychange', saveHidden);
    };
  }, [flush]);

  const accept = useCallback((accepted: Draft, number: number) => {
    saved.current = accepted;
    revision.current = number;
    setState({ kind: latest.current === accepted ? 'saved' : 'waiting' });
  }, []);
  return { state, flush, revision: () => revision.current, accept };
}

/** Keeps a copy in this browser of what is not saved, and drops it once it is. */
function useCopy(
  draft: Draft,
  { state, revision, owner }: { state: SaveState; revision: RefObject<number>; owner: CopyOwner },
): void {
  const { personId, templateId } = owner;
  useEffect(() => {
    const whose = { personId, templateId };
    if (state.kind === 'saved') return void dropCopy(whose);
    const keep = () => void keepCopy(whose, { design: toDesign(draft), revision: revision.current });
    const timer = setTimeout(keep, COPY_DELAY);
    return () => clearTimeout(timer);
  }, [draft, state.kind, revision, personId, templateId]);
}
