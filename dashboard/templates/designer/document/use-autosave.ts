import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useApiClient } from '../../../lib/api.tsx';
import { codeOf, messageOf, reasonOf } from '../../../lib/errors/errors.ts';
import { toDesign } from '../elements/to-design.ts';
import type { Draft } from '../model/design.ts';
import { type CopyOwner, dropCopy, keepCopy } from './unsaved-copy.ts';

type SaveState =
  | { kind: 'saved' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /** Retried automatically if `mayPass`. */
  | { kind: 'failed'; reason: string; mayPass: boolean }
  /** Someone else has saved since this draft was opened. */
  | { kind: 'conflict' };

export interface Autosave {
  state: SaveState;
  /** Saves pending changes. Resolves to true if everything is saved. */
  flush: () => Promise<boolean>;
  /** Returns the revision to save or publish on. Wait for `flush` first. */
  revision: () => number;
  /** Records that the server has this draft as that revision without a save from here. */
  accept: (draft: Draft, revision: number) => void;
}

const DELAY = 1500;
/** First and maximum delay before a retry, in ms. It doubles with each failure. */
const FIRST_RETRY = 2000;
const LAST_RETRY = 60_000;
const COPY_DELAY = 300;

interface Opened {
  revision: number;
  /** True if the draft is a copy that the server does not have yet. */
  isUnsaved: boolean;
  owner: CopyOwner;
  /** Receives whether the saved draft differs from the published version. */
  onSaved: (hasDraft: boolean) => void;
}

/** Returns whether an error may pass without a change of the draft, for example a network error. */
const mayPass = (error: unknown): boolean =>
  [null, 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'RATE_LIMITED', 'UNAUTHORIZED'].includes(codeOf(error));

/** Saves the draft on the server, debounced after each change, with one request at a time. This browser keeps a copy until it is saved. */
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

  // Each change restarts the timer, so that it fires at a pause in editing. The user has to resolve conflicts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft restarts the timer
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

/** Keeps a copy of unsaved changes in this browser and deletes it once they are saved. */
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
