import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApiClient } from '../../../lib/api.tsx';
import { codeOf, messageOf, notifyDone, reasonOf } from '../../../lib/errors/errors.ts';
import { isDesign } from '../elements/is-design.ts';
import { toDesign } from '../elements/to-design.ts';
import { type Draft, toDraft } from '../model/design.ts';
import type { EditorState } from '../model/history.ts';
import { sameJson } from '../model/same-json.ts';
import { alignDraft } from './align-draft.ts';
import type { WorkOwner } from './kept-work.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { keepDraft } from './saved-drafts.ts';
import { useKeptWork } from './use-kept-work.ts';

type SaveState =
  | { kind: 'saved' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /** Retried automatically if `mayPass`. */
  | { kind: 'failed'; reason: string; mayPass: boolean }
  /** The same part was changed in another tab or by someone else since this draft was opened. */
  | { kind: 'conflict' };

export interface Autosave {
  state: SaveState;
  /** Saves pending changes. Resolves to true if everything is saved. */
  flush: () => Promise<boolean>;
  /** Returns the revision to save or publish on. Wait for `flush` first. */
  revision: () => number;
  /** Records that the server has published the draft that was saved last. Later changes are saved next. */
  notePublished: (revision: number) => void;
  /** Saves this draft over the other changes, which stay among the saved drafts of this browser. */
  keepMine: () => Promise<boolean>;
  /** Merges the changes that others have saved, if both sides have not changed the same part. */
  catchUp: () => Promise<void>;
  /** Runs an action on the draft that was saved last. Later changes are saved when it ends, unless it replaces the draft. */
  hold: <Result>(action: () => Promise<Result>, options?: { replaces: boolean }) => Promise<Result>;
}

const DELAY = 1500;
/** First and maximum delay before a retry, in ms. It doubles with each failure. */
const FIRST_RETRY = 2000;
const LAST_RETRY = 60_000;
/** Maximum merges in a row. More mean that another program saves all the time. */
const MOST_MERGES = 3;

interface Opened {
  revision: number;
  /** Draft as the server has it; null if unknown. It is the draft itself if everything is saved. */
  base: Draft | null;
  /** Drafts that the server can have stored without an answer. */
  sent: readonly Draft[];
  owner: WorkOwner;
  history: Pick<EditorState, 'past' | 'future'>;
  /** Replaces the draft by one with the changes of others, before it returns. */
  onMerged: (merge: (draft: Draft) => Draft | null) => void;
  /** Receives whether the saved draft differs from the published version, and that version if others may have published it. */
  onSaved: (published: { hasDraft: boolean; version?: number | null }) => void;
}

/** Returns whether an error may pass without a change of the draft, for example a network error. */
const mayPass = (error: unknown): boolean =>
  [null, 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'RATE_LIMITED', 'UNAUTHORIZED'].includes(codeOf(error));

/**
 * Saves the draft on the server, debounced after each change, with one request at a time. Changes of others to other elements are merged.
 * This browser keeps the work, so that it survives a reload.
 */
export function useAutosave(id: string, draft: Draft, opened: Opened): Autosave {
  const client = useApiClient();
  const [state, setState] = useState<SaveState>({ kind: opened.base === draft ? 'saved' : 'waiting' });
  const latest = useRef(draft);
  const saved = useRef(opened.base);
  /** Drafts sent since the last answer. The server can have any of them, because answers are lost. It refuses those sent before a merge. */
  const sent = useRef<readonly Draft[]>(opened.sent);
  const failures = useRef(0);
  const revision = useRef(opened.revision);
  const running = useRef<Promise<boolean> | null>(null);
  const isReplaced = useRef(false);
  const { onSaved, onMerged, owner } = opened;
  const { personId, templateId } = owner;

  /** Fetches the others' state, with the ids of the elements that it continues. `draft` is null if the designer cannot show it. */
  const fetchTheirs = useCallback(async () => {
    const { design, revision: theirRevision, ...theirs } = await client.designs.get.query({ id });
    if (!isDesign(design)) return { ...theirs, design, draft: null, revision: theirRevision };
    const own = sent.current.find((one) => sameJson(toDesign(one), design));
    if (own) saved.current = own;
    const draft = saved.current ? alignDraft(saved.current, design, sent.current) : toDraft(design);
    return { ...theirs, design, draft, revision: theirRevision };
  }, [client, id]);

  /** Merges the others' changes into the draft. Returns false if both sides changed the same part. */
  const merge = useCallback(async (): Promise<boolean> => {
    const { draft, ...theirs } = await fetchTheirs();
    const base = saved.current;
    if (!draft || !base) return false;
    const bases = [base, ...sent.current] as const;
    if (!mergeDrafts(bases, latest.current, draft)) return false;
    // A program has published its own version beside this draft, which would replace it unseen.
    if (theirs.isDraftOutdated) return false;
    // Before the draft changes, because this browser then keeps both.
    saved.current = draft;
    sent.current = [];
    revision.current = theirs.revision;
    const areTheirs = !sameJson(base, draft);
    if (areTheirs) onMerged((one) => mergeDrafts(bases, one, draft));
    onSaved({ hasDraft: theirs.hasDraft, version: theirs.publishedVersion });
    if (areTheirs) notifyDone(t`Merged with changes from another tab or person.`);
    return true;
  }, [fetchTheirs, onMerged, onSaved]);

  const save = useCallback(async (): Promise<boolean> => {
    /** Sends the latest draft. The answer is null if someone else has saved in between. */
    const attempt = async () => {
      const current = latest.current;
      if (!sent.current.includes(current)) sent.current = [...sent.current, current];
      setState({ kind: 'saving' });
      const design = toDesign(current);
      const answer = await client.designs.saveDraft
        .mutate({ id, design, revision: revision.current })
        .catch((error: unknown) => {
          if (reasonOf(error) === 'design_changed') return null;
          throw error;
        });
      return [current, design, answer] as const;
    };
    try {
      let [current, design, answer] = await attempt();
      for (let merges = 0; answer === null && merges < MOST_MERGES && (await merge()); merges++)
        [current, design, answer] = await attempt();
      if (answer === null) {
        setState({ kind: 'conflict' });
        return false;
      }
      saved.current = current;
      sent.current = [];
      revision.current = answer.revision;
      failures.current = 0;
      setState({ kind: latest.current === current ? 'saved' : 'waiting' });
      onSaved({ hasDraft: answer.hasDraft });
      void keepDraft({ personId, templateId }, design);
      return true;
    } catch (error) {
      failures.current++;
      setState({ kind: 'failed', reason: messageOf(error), mayPass: mayPass(error) });
      return false;
    }
  }, [client, id, onSaved, merge, personId, templateId]);

  const flush = useCallback(async (): Promise<boolean> => {
    // Several can wait for one save. The first of them starts the next.
    while (running.current) await running.current;
    if (isReplaced.current) return true;
    // After a failure, the server may have another draft than the one that was saved last.
    if (latest.current === saved.current && failures.current === 0) return true;
    running.current = save().finally(() => {
      running.current = null;
    });
    return running.current;
  }, [save]);

  useEffect(() => {
    latest.current = draft;
    const isSaved = draft === saved.current && failures.current === 0;
    setState((before) => {
      if (before.kind === 'conflict' || before.kind === 'saving' || (isSaved && before.kind === 'saved')) return before;
      return { kind: isSaved ? 'saved' : 'waiting' };
    });
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
  useKeptWork(draft, { saved, sent, revision, owner, history: opened.history, state });

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

  const notePublished = useCallback((published: number) => {
    revision.current = Math.max(revision.current, published);
    setState({ kind: latest.current === saved.current ? 'saved' : 'waiting' });
  }, []);
  const keepMine = useCallback(async (): Promise<boolean> => {
    await running.current;
    try {
      const theirs = await fetchTheirs();
      if (isDesign(theirs.design)) await keepDraft({ personId, templateId }, theirs.design, { isSeparate: true });
      saved.current = theirs.draft;
      sent.current = [];
      revision.current = theirs.revision;
      onSaved({ hasDraft: theirs.hasDraft, version: theirs.publishedVersion });
    } catch (error) {
      setState({ kind: 'failed', reason: messageOf(error), mayPass: false });
      return false;
    }
    return flush();
  }, [fetchTheirs, flush, onSaved, personId, templateId]);
  const hold = useCallback<Autosave['hold']>(async (action, { replaces } = { replaces: false }) => {
    while (running.current) await running.current;
    const held = action();
    running.current = held.then(
      () => {
        isReplaced.current = replaces;
        return true;
      },
      () => false,
    );
    return held.finally(() => {
      running.current = null;
    });
  }, []);
  const catchUp = useCallback(
    () =>
      hold(async () => {
        if (!(await merge())) setState({ kind: 'conflict' });
      }),
    [hold, merge],
  );
  return { state, flush, revision: () => revision.current, notePublished, keepMine, catchUp, hold };
}
