import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useApiClient } from '../../../lib/api.tsx';
import { messageOf } from '../../../lib/errors/errors.ts';
import { draftDefinitions } from '../elements/kinds.ts';
import { toDesign } from '../elements/to-design.ts';
import type { Draft, Item } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import { useLive } from '../model/live.ts';
import {
  type Checked,
  CheckedContext,
  type ElementPicture,
  type Finding,
  type PartPicture,
  type Pictures,
  PicturesContext,
} from '../model/preview.ts';
import { findingsOf } from './findings.ts';
import { readPart } from './read-part.ts';
import { areAlike, isExact, isSameGround, isSameLook, type Source } from './stale-parts.ts';

type Values = Readonly<Record<string, string>>;
type Kept = ElementPicture & Source;

/** Minimum time between two requests while something changes, and the pause after which everything is checked; in ms. */
const PACE = 120;
const CALM = 250;

interface Drawn {
  background: (PartPicture & { of: Draft }) | null;
  elements: ReadonlyMap<string, Kept>;
  /** Last state requested of each part, including failed requests. */
  asked: ReadonlyMap<string, Source>;
  /** Last state requested of the background. */
  ground: Draft | null;
  /** Last state whose problems are known. */
  checked: { draft: Draft; values: Values } | null;
  findings: readonly Finding[];
  failure: string | null;
}

const NOTHING: Drawn = {
  background: null,
  elements: new Map(),
  asked: new Map(),
  ground: null,
  checked: null,
  findings: [],
  failure: null,
};

/** Provides the server's pictures and findings to its children. It renders for each update, its children only if they use them. */
export function Drawing({ children }: { children: ReactNode }) {
  const { draft, values, contentOf, live } = useEditor();
  // A gesture that moves elements reuses their pictures. Resizing or rotating needs new ones.
  const shown = useLive(live, (now) => (now.draft && !areAlike(now.draft, draft) ? now.draft : draft));
  const { pictures, checked } = useDrawing(shown, values, contentOf);
  return (
    <PicturesContext value={pictures}>
      <CheckedContext value={checked}>{children}</CheckedContext>
    </PicturesContext>
  );
}

/** Fetches the server's pictures of the page's parts. Only parts whose look has changed are drawn again. */
function useDrawing(
  draft: Draft,
  values: Values,
  contentOf: (item: Item) => string,
): { pictures: Pictures; checked: Checked } {
  const client = useApiClient();
  const [drawn, setDrawn] = useState(NOTHING);
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const lastAt = useRef(0);
  const { language, variables } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on these parts of the draft only
  const common = useMemo(
    () =>
      JSON.stringify([language, draftDefinitions(draft), typeof language === 'object' && values[language.variable]]),
    [language, variables, values],
  );
  const sourceOf = (of: Item): Source => ({
    of,
    look: `${common} ${of.showIf ? values[of.showIf.variable] : ''} ${contentOf(of)}`,
  });
  const sources = draft.elements.map(sourceOf);
  const inexact = sources.filter((source) => {
    const picture = drawn.elements.get(source.of.id);
    return !picture || !isExact(source, picture);
  });
  // A part that could not be drawn is requested again when its look changes, or when everything is checked.
  const changed = inexact.filter((source) => {
    const asked = drawn.asked.get(source.of.id);
    return !asked || !isSameLook(asked, source);
  });
  const needsGround = !drawn.background || !isSameGround(draft, drawn.background.of);
  const isChecked = drawn.checked?.draft === draft && drawn.checked.values === values;

  const ask = async () => {
    lastAt.current = Date.now();
    setBusy(true);
    const wanted = inexact.map(({ of }) => draft.elements.indexOf(of));
    try {
      const answer = await client.designs.draw.mutate({
        design: toDesign(draft),
        values,
        elements: wanted,
        background: needsGround,
      });
      const parts = await Promise.all(answer.parts.map(readPart));
      const findings = findingsOf(draft, answer);
      setDrawn((before) => {
        const elements = new Map([...before.elements].filter(([id]) => draft.elements.some((item) => item.id === id)));
        const asked = new Map(before.asked);
        for (const source of inexact) asked.set(source.of.id, source);
        let { background } = before;
        for (const { element, ...picture } of parts) {
          if (element === null) background = { ...picture, of: draft };
          const source = element === null ? undefined : sources[element];
          if (source) elements.set(source.of.id, { ...picture, ...source });
        }
        return {
          background,
          elements,
          asked,
          ground: draft,
          findings: kept(before.findings, findings),
          failure: null,
          checked: { draft, values },
        };
      });
    } catch (error) {
      setDrawn((before) => ({ ...before, findings: [], failure: messageOf(error), checked: { draft, values } }));
    }
    setBusy(false);
  };

  const isGroundChanged = needsGround && !(drawn.ground && isSameGround(draft, drawn.ground));
  const isRushed = changed.length > 0 || isGroundChanged;
  const isDone = isChecked && (drawn.failure !== null || !isRushed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request depends on these only; a new attempt sends it again
  useEffect(() => {
    if (isBusy || isDone) return;
    const wait = isRushed ? Math.max(0, lastAt.current + PACE - Date.now()) : CALM;
    const timer = setTimeout(() => void ask(), wait);
    return () => clearTimeout(timer);
  }, [draft, values, isBusy, isDone, attempt]);

  const retry = useCallback(() => {
    setDrawn((before) => ({ ...before, failure: null, checked: null }));
    setAttempt((count) => count + 1);
  }, []);
  const { background, elements, findings, failure } = drawn;
  const isCurrent = isChecked && inexact.length === 0 && !needsGround && failure === null;
  const pictures = useMemo(() => ({ background, elements, isCurrent }), [background, elements, isCurrent]);
  const checked = useMemo(() => ({ findings, failure, isCurrent, retry }), [findings, failure, isCurrent, retry]);
  return { pictures, checked };
}

/** Returns the same list for equal findings, so that their components do not render again. */
const kept = (before: readonly Finding[], after: readonly Finding[]): readonly Finding[] =>
  JSON.stringify(before) === JSON.stringify(after) ? before : after;
