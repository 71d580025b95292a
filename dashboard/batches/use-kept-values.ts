import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Values } from '../issuing/recipients.ts';
import { useApiClient } from '../lib/api.tsx';
import { useMembership } from '../lib/session.ts';
import { type KeptValues, keptValues, renewedBy } from './kept-values.ts';
import type { Edits } from './rows/rows.ts';

const NOTHING: KeptValues = new Map();

/**
 * Returns the values of the certificates that the rows renew, which their empty cells keep. `isReady` is false until the rows have them.
 */
export function useKeptValues(mapped: readonly Values[], numbers: readonly number[], edits: Edits) {
  const client = useApiClient();
  const { id: organisationId } = useMembership();
  const names = useMemo(
    () => [...new Set(mapped.map((texts, index) => renewedBy(texts, edits[numbers[index] ?? 0])))].filter(Boolean),
    [mapped, numbers, edits],
  );
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['renewed-values', organisationId, names],
    queryFn: () => client.batches.readRenewed.mutate({ names }),
    enabled: names.length > 0,
    placeholderData: keepPreviousData,
    // A later reading would change rows that a person has looked at. The next batch reads again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const kept = useMemo(() => (data ? keptValues(data.certificates) : NOTHING), [data]);
  // The rows of another table wait for their values. After an edit only that row does.
  const isUnedited = Object.keys(edits).length === 0;
  return {
    kept,
    isReady: names.length === 0 || (data !== undefined && !(isPlaceholderData && isUnedited)),
    isReading: names.length > 0 && isPlaceholderData,
    error: data ? null : error,
    retry: refetch,
  };
}
