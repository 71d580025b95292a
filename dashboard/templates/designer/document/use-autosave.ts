import { useCallback, useEffect, useRef, useState } from 'react';
import { useApiClient } from '../../../app/api.tsx';
import { codeOf, messageOf } from '../../../app/errors.ts';
import { toDesign } from '../elements/to-design.ts';
import type { Draft } from '../model/design.ts';

type SaveState =
  | { kind: 'saved' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'failed'; reason: string }
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

/** Saves the draft on the server, debounced after each change; one request at a time. */
export function useAutosave(id: string, draft: Draft, opened: { revision: number; onSaved: () => void }): Autosave {
  const client = useApiClient();
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const latest = useRef(draft);
  const saved = useRef(draft);
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
      setState({ kind: latest.current === current ? 'saved' : 'waiting' });
      onSaved();
      return true;
    } catch (error) {
      setState(codeOf(error) === 'CONFLICT' ? { kind: 'conflict' } : { kind: 'failed', reason: messageOf(error) });
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
