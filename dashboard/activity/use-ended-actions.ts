import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../components/format.tsx';
import { useApi } from '../lib/api.tsx';
import { notifyDone } from '../lib/errors/errors.ts';
import { type Outputs, useSession } from '../lib/session.ts';

type Action = Outputs['certificates']['bulkActions']['actions'][number];

/** Outcomes of each kind of action, with their numbers of certificates. */
const DONE: Record<Action['kind'], (count: string) => string> = {
  EMAIL: (count) => t`E-mails requested: ${count}.`,
  REVOKE: (count) => t`Revoked: ${count}.`,
  RENEW: (count) => t`Renewed: ${count}.`,
  CORRECT: (count) => t`Corrected: ${count}.`,
  EXPIRY: (count) => t`Expiry changed: ${count}.`,
};
const SKIPPED: Record<Action['kind'], (count: number) => string> = {
  EMAIL: (count) => plural(count, { one: '# couldn’t be e-mailed.', other: '# couldn’t be e-mailed.' }),
  REVOKE: (count) => plural(count, { one: '# was already revoked.', other: '# were already revoked.' }),
  RENEW: (count) =>
    plural(count, {
      one: '# couldn’t be renewed, or already were.',
      other: '# couldn’t be renewed, or already were.',
    }),
  CORRECT: (count) =>
    plural(count, {
      one: '# couldn’t be corrected, or already had these values.',
      other: '# couldn’t be corrected, or already had these values.',
    }),
  EXPIRY: (count) =>
    plural(count, {
      one: '# couldn’t change, or already had this expiry.',
      other: '# couldn’t change, or already had this expiry.',
    }),
};

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
      const done = DONE[kind](formatNumber(processed - skipped));
      notifyDone(skipped > 0 ? `${done} ${SKIPPED[kind](skipped)}` : done);
    }
    if (news.length > 0) void queryClient.invalidateQueries(api.certificates.pathFilter());
  }, [actions, api, queryClient, user.email]);
}
