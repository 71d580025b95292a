import { type RefObject, useEffect } from 'react';
import type { Draft } from '../model/design.ts';
import type { EditorState } from '../model/history.ts';
import { dropWork, keepWork, type WorkOwner } from './kept-work.ts';

const DELAY = 300;

interface Work {
  saved: RefObject<Draft | null>;
  revision: RefObject<number>;
  owner: WorkOwner;
  history: Pick<EditorState, 'past' | 'future'>;
  /** Kind of the save's state. */
  phase: string;
}

/** Keeps the draft and its history in this browser. Without changes there is nothing to keep. */
export function useKeptWork(draft: Draft, { saved, revision, owner, history, phase }: Work): void {
  const { personId, templateId } = owner;
  const { past, future } = history;
  useEffect(() => {
    const whose = { personId, templateId };
    const isUnchanged = saved.current === draft && past.length + future.length === 0;
    if (isUnchanged) return void dropWork(whose);
    const keep = () =>
      void keepWork(whose, {
        ...{ draft, saved: saved.current, revision: revision.current },
        ...{ past, future, at: Date.now() },
      });
    // A page that ends during or after a save must not leave the state before it.
    if (phase === 'saving' || phase === 'saved') return keep();
    const timer = setTimeout(keep, DELAY);
    return () => clearTimeout(timer);
  }, [draft, past, future, phase, saved, revision, personId, templateId]);
}
