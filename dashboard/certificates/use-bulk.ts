import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MAX_TAGS } from '../../templates-engine/design/properties.ts';
import { formatNumber } from '../components/format.tsx';
import { useApi, useApiClient } from '../lib/api.tsx';
import { useAttempt } from '../lib/attempt.ts';
import { notifyDone, notifyError } from '../lib/errors/errors.ts';
import { useMembership } from '../lib/session.ts';
import type { Renewal } from './renew-many-form.tsx';
import type { TagChange } from './tag-many-form.tsx';
import type { Choosing } from './use-selection.ts';

/** Starts actions on the selected certificates, once per action regardless of retries. `activity/` shows their progress. */
export function useBulk(choosing: Choosing) {
  const api = useApi();
  const client = useApiClient();
  const attempt = useAttempt();
  const queryClient = useQueryClient();
  const { id: organisationId } = useMembership();
  const start = useMutation({
    mutationFn: (run: () => Promise<void>) => run(),
    onSuccess: attempt.succeeded,
    onError: notifyError,
  });
  const begun = async (what: string, { total }: { total: number }) => {
    notifyDone(`${what} ${counted(total)}. You can leave this page.`);
    choosing.clear();
    await queryClient.invalidateQueries(api.certificates.bulkActions.queryFilter());
  };
  return {
    isPending: start.isPending,
    email: () =>
      start.mutate(async () => {
        const input = { selection: choosing.selection() };
        await begun(
          'E-mailing',
          await client.certificates.emailMany.mutate(input, attempt.optionsFor(['email', input])),
        );
      }),
    revoke: (revocation: { reason: string; sendEmail: boolean }, onBegun: () => void) =>
      start.mutate(async () => {
        const input = { selection: choosing.selection(), ...revocation };
        const answer = await client.certificates.revokeMany.mutate(input, attempt.optionsFor(['revoke', input]));
        onBegun();
        await begun('Revoking', answer);
      }),
    changeExpiry: (change: { expiresAt: string | null; reason: string }, onBegun: () => void) =>
      start.mutate(async () => {
        const input = { selection: choosing.selection(), ...change };
        const answer = await client.certificates.changeExpiryOfMany.mutate(
          input,
          attempt.optionsFor(['expiry', input]),
        );
        onBegun();
        await begun('Changing the expiry of', answer);
      }),
    changeTags: (change: TagChange, onDone: () => void) =>
      start.mutate(async () => {
        const { changed, full } = await client.certificates.changeTags.mutate({
          selection: choosing.selection(),
          ...change,
        });
        onDone();
        const remark = full === 0 ? '' : ` ${counted(full)} would have more than ${MAX_TAGS} tags, and didn’t change.`;
        notifyDone(`Tags changed on ${counted(changed)}.${remark}`);
        choosing.clear();
        await queryClient.invalidateQueries(api.certificates.pathFilter());
      }),
    renew: (renewal: Renewal, onBegun: () => void) =>
      start.mutate(async () => {
        const input = { selection: choosing.selection(), ...renewal };
        const answer = await client.certificates.renewMany.mutate(input, attempt.optionsFor(['renew', input]));
        onBegun();
        await begun('Renewing', answer);
      }),
    download: (kind: 'zip' | 'pdf' | 'csv') =>
      start.mutate(async () => {
        const { id } = await client.certificates.choose.mutate({ selection: choosing.selection() });
        const link = document.createElement('a');
        link.href = `/exports/chosen/${id}.${kind}?organisationId=${organisationId}`;
        link.download = `certificates.${kind}`;
        link.click();
      }),
  };
}

const counted = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'certificate' : 'certificates'}`;
