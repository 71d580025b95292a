import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../components/format.tsx';
import { useApi } from '../lib/api.tsx';
import { notifyDone } from '../lib/errors/errors.ts';
import { type Outputs, useSession } from '../lib/session.ts';

type Action = Outputs['certificates']['bulkActions']['actions'][number];

const WORDS = {
  EMAIL: ['E-mails requested', 'couldn’t be e-mailed'],
  REVOKE: ['Revoked', 'were already revoked'],
  RENEW: ['Renewed', 'couldn’t be renewed, or already were'],
  CORRECT: ['Corrected', 'couldn’t be corrected, or already had these values'],
  EXPIRY: ['Expiry changed', 'couldn’t change, or already had this expiry'],
} as const;

/** Notifies users once when their bulk action has ended, and refetches the data that it changed. */
export function useEndedActions(actions: readonly Action[] | undefined): void {
  const api = useApi();
  const queryClient = useQueryClient();
  /** Null before the first answer. Actions that had already ended are not reported. */
  const told = useRef<ReadonlySet<string> | null>(null);
  const { user } = useSession();
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
