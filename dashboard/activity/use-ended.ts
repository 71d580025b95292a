import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi, useApiClient } from '../app/api.tsx';
import { notifyDone } from '../app/errors.ts';
import { type Outputs, useSession } from '../app/session.tsx';
import { formatNumber } from '../components/format.tsx';

interface UnderWay {
  batches: Outputs['batches']['listDetails']['batches'] | undefined;
  actions: Outputs['certificates']['bulkActions']['actions'] | undefined;
}

const WORDS = {
  EMAIL: ['E-mails requested', 'couldn’t be e-mailed'],
  REVOKE: ['Revoked', 'were already revoked'],
} as const;

/** Tells of what was under way and has ended, once, and has what is shown of it read anew. */
export function useEnded({ batches, actions }: UnderWay): void {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const processing = useRef<ReadonlySet<string>>(new Set());
  /** Null before the first answer: what had ended by then is no news. */
  const told = useRef<ReadonlySet<string> | null>(null);
  const { user } = useSession();
  useEffect(() => {
    if (!batches) return;
    const now = new Set(batches.map(({ id }) => id));
    const ended = [...processing.current].filter((id) => !now.has(id));
    processing.current = now;
    for (const id of ended) {
      void client.batches.get.query({ id }).then(({ status, totalCount, failedCount }) => {
        if (status !== 'COMPLETED') return;
        const failed = failedCount > 0 ? `, ${formatNumber(failedCount)} failed` : '';
        notifyDone(`The batch is done: ${formatNumber(totalCount - failedCount)} certificates issued${failed}.`);
      }, ignore);
    }
    if (ended.length > 0) void queryClient.invalidateQueries(api.batches.pathFilter());
  }, [batches, api, client, queryClient]);
  useEffect(() => {
    if (!actions) return;
    const ended = actions.filter(({ completedAt, actor }) => completedAt && actor === user.email);
    const news = told.current ? ended.filter(({ id }) => !told.current?.has(id)) : [];
    told.current = new Set(ended.map(({ id }) => id));
    for (const { kind, processed, skipped } of news) {
      const [done, rest] = WORDS[kind];
      notifyDone(
        `${done}: ${formatNumber(processed - skipped)}.${skipped > 0 ? ` ${formatNumber(skipped)} ${rest}.` : ''}`,
      );
    }
    if (news.length > 0) void queryClient.invalidateQueries(api.certificates.pathFilter());
  }, [actions, api, queryClient, user.email]);
}

/** The batch's own page tells of what went wrong. */
const ignore = () => undefined;
