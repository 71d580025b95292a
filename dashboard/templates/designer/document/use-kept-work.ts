import { type RefObject, useEffect } from 'react';
import type { Draft } from '../model/design.ts';
import type { EditorState } from '../model/history.ts';
import { dropWork, keepWork, type WorkOwner } from './kept-work.ts';

const DELAY = 300;

interface Work {
  saved: RefObject<Draft | null>;
  sent: RefObject<readonly Draft[]>;
  revision: RefObject<number>;
  owner: WorkOwner;
  history: Pick<EditorState, 'past' | 'future'>;
  /** State of the save; a new object for each attempt. */
  state: { kind: string };
}

/** Keeps the draft and its history in this browser. Without changes there is nothing to keep. */
export function useKeptWork(draft: Draft, { saved, sent, revision, owner, history, state }: Work): void {
  const { personId, templateId } = owner;
  const { past, future } = history;
  useEffect(() => {
    const whose = { personId, templateId };
    const isUnchanged = saved.current === draft && past.length + future.length === 0;
    if (isUnchanged) return void dropWork(whose);
    const keep = () =>
      void keepWork(whose, {
        ...{ draft, saved: saved.current, sent: sent.current, revision: revision.current },
        ...{ past, future, at: Date.now() },
      });
    // A page that ends during or after a save must not leave the state before it.
    if (state.kind === 'saving' || state.kind === 'saved') return keep();
    const timer = setTimeout(keep, DELAY);
    return () => clearTimeout(timer);
  }, [draft, past, future, state, saved, sent, revision, personId, templateId]);
}
