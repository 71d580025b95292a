import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';
import { useApiClient } from '../../../app/api.tsx';
import { messageOf } from '../../../app/errors.ts';
import type { Outputs } from '../../../app/session.tsx';
import { nameOf } from '../elements/kinds.ts';
import { toDesign } from '../elements/to-design.ts';
import type { Draft } from '../model/design.ts';
import type { Finding, Preview } from '../model/preview.ts';

type Answer = Outputs['designs']['preview'];
type Values = Readonly<Record<string, string>>;

interface Made {
  draft: Draft;
  values: Values;
  image: string | null;
  findings: readonly Finding[];
  failure: string | null;
}

const DELAY = 250;

/** The platform's picture of the page, debounced after each change. */
export function usePreview(draft: Draft, values: Values): Preview {
  const client = useApiClient();
  const [made, setMade] = useState<Made | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [calmDraft] = useDebouncedValue(draft, DELAY);
  const [calmValues] = useDebouncedValue(values, DELAY);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks once more
  useEffect(() => {
    const control = new AbortController();
    const of = { draft: calmDraft, values: calmValues };
    client.designs.preview
      .mutate({ design: toDesign(calmDraft), values: calmValues }, { signal: control.signal })
      .then((answer) => ({ ...of, image: answer.image, findings: findingsOf(calmDraft, answer), failure: null }))
      .catch((error: unknown) => ({ ...of, image: null, findings: [], failure: messageOf(error) }))
      .then((result) => {
        if (!control.signal.aborted) setMade(result);
      });
    return () => control.abort();
  }, [client, calmDraft, calmValues, attempt]);

  const isCurrent = made !== null && made.draft === draft && made.values === values;
  const retry = useCallback(() => {
    setMade(null);
    setAttempt((count) => count + 1);
  }, []);
  return {
    image: isCurrent ? made.image : null,
    findings: made?.findings ?? [],
    failure: made?.failure ?? null,
    isBusy: !isCurrent,
    retry,
  };
}

function findingsOf(draft: Draft, { issues, problems }: Answer): Finding[] {
  const about = (index: number | null, text: string, key: string): Finding => {
    const item = index === null ? undefined : draft.elements[index];
    return { key, itemId: item?.id ?? null, text: item ? `${nameOf(item)} – ${text}` : text };
  };
  return [
    ...issues.map(({ path, message }) => {
      const [, index, member] = /^elements\[(\d+)\](?:\.(.+))?$/.exec(path) ?? [];
      if (index !== undefined) return about(Number(index), `${member ?? 'it'} ${message}`, `issue ${path} ${message}`);
      return about(null, `${path} ${message}`, `issue ${path} ${message}`);
    }),
    ...problems.map(({ element, variable, message }) =>
      about(element, `${variable === null ? 'it' : `“${variable}”`} ${message}`, `problem ${element} ${message}`),
    ),
  ];
}
