import { plural } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../components/format.tsx';
import { useApi, useApiClient } from '../lib/api.tsx';
import { notifyDone } from '../lib/errors/errors.ts';
import { type Outputs, useSession } from '../lib/session.ts';

type Batch = Outputs['batches']['listDetails']['batches'][number];

interface Looked {
  /** Newest batches in any state. A short batch can start and end between two polls. */
  latest: readonly Batch[] | undefined;
  /** Some of the batches in progress. A long one can be older than the newest. */
  processing: readonly Batch[] | undefined;
}

/** Notifies users once when their batch has ended, except on the batch's own page, and refetches the data that it changed. */
export function useEndedBatches({ latest, processing }: Looked): void {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const { user } = useSession();
  const watched = useRef<ReadonlySet<string>>(new Set());
  /** Null before the first answer. Batches that had already ended are not reported. */
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!latest || !processing) return;
    const completed = latest.filter(({ status }) => status === 'COMPLETED');
    const told = known.current ?? new Set(completed.map(({ id }) => id));
    known.current = told;
    const tell = (batch: Batch) => {
      if (told.has(batch.id) || batch.status !== 'COMPLETED') return;
      told.add(batch.id);
      if (batch.author === user.email && !location.pathname.endsWith(`/batches/${batch.id}`))
        notifyDone(sentenceOf(batch));
      void queryClient.invalidateQueries(api.batches.pathFilter());
    };
    for (const batch of completed) tell(batch);
    const listed = new Set([...latest, ...processing].map(({ id }) => id));
    for (const id of watched.current)
      if (!listed.has(id) && !told.has(id)) void client.batches.details.query({ id }).then(tell, ignore);
    const open = [...latest, ...processing].filter(({ id, status }) => status === 'PROCESSING' && !told.has(id));
    // A batch that neither list contains any more is polled by id until it has ended.
    watched.current = new Set([...watched.current, ...open.map(({ id }) => id)].filter((id) => !told.has(id)));
  }, [latest, processing, api, client, queryClient, user.email]);
}

function sentenceOf({ name, fileName, totalCount, failedCount }: Batch): string {
  const batch = name ?? fileName;
  const issued = totalCount - failedCount;
  const failed = formatNumber(failedCount);
  if (batch)
    return failedCount > 0
      ? plural(issued, {
          one: `Batch “${batch}” finished: # certificate issued, ${failed} failed.`,
          other: `Batch “${batch}” finished: # certificates issued, ${failed} failed.`,
        })
      : plural(issued, {
          one: `Batch “${batch}” finished: # certificate issued.`,
          other: `Batch “${batch}” finished: # certificates issued.`,
        });
  return failedCount > 0
    ? plural(issued, {
        one: `Batch finished: # certificate issued, ${failed} failed.`,
        other: `Batch finished: # certificates issued, ${failed} failed.`,
      })
    : plural(issued, {
        one: 'Batch finished: # certificate issued.',
        other: 'Batch finished: # certificates issued.',
      });
}

/** The batch's own page shows errors. */
const ignore = () => undefined;
