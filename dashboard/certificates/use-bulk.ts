import { plural } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MAX_TAGS } from '../../templates-engine/design/properties.ts';
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
  const begun = async (message: string) => {
    notifyDone(message);
    choosing.clear();
    await queryClient.invalidateQueries(api.certificates.bulkActions.queryFilter());
  };
  return {
    isPending: start.isPending,
    email: () =>
      start.mutate(async () => {
        const input = { selection: choosing.selection() };
        const { total } = await client.certificates.emailMany.mutate(input, attempt.optionsFor(['email', input]));
        await begun(
          plural(total, {
            one: 'E-mailing # certificate. You can leave this page.',
            other: 'E-mailing # certificates. You can leave this page.',
          }),
        );
      }),
    revoke: (revocation: { reason: string; sendEmail: boolean }, onBegun: () => void) =>
      start.mutate(async () => {
        const input = { selection: choosing.selection(), ...revocation };
        const { total } = await client.certificates.revokeMany.mutate(input, attempt.optionsFor(['revoke', input]));
        onBegun();
        await begun(
          plural(total, {
            one: 'Revoking # certificate. You can leave this page.',
            other: 'Revoking # certificates. You can leave this page.',
          }),
        );
      }),
    changeExpiry: (change: { expiresAt: string | null; reason: string }, onBegun: () => void) =>
      start.mutate(async () => {
        const input = { selection: choosing.selection(), ...change };
        const { total } = await client.certificates.changeExpiryOfMany.mutate(
          input,
          attempt.optionsFor(['expiry', input]),
        );
        onBegun();
        await begun(
          plural(total, {
            one: 'Changing the expiry of # certificate. You can leave this page.',
            other: 'Changing the expiry of # certificates. You can leave this page.',
          }),
        );
      }),
    changeTags: (change: TagChange, onDone: () => void) =>
      start.mutate(async () => {
        const { changed, full } = await client.certificates.changeTags.mutate({
          selection: choosing.selection(),
          ...change,
        });
        onDone();
        const done = plural(changed, {
          one: 'Tags changed on # certificate.',
          other: 'Tags changed on # certificates.',
        });
        const most = MAX_TAGS;
        const remark = plural(full, {
          one: `# certificate would have more than ${most} tags, and didn’t change.`,
          other: `# certificates would have more than ${most} tags, and didn’t change.`,
        });
        notifyDone(full === 0 ? done : `${done} ${remark}`);
        choosing.clear();
        await queryClient.invalidateQueries(api.certificates.pathFilter());
      }),
    renew: (renewal: Renewal, onBegun: () => void) =>
      start.mutate(async () => {
        const input = { selection: choosing.selection(), ...renewal };
        const { total } = await client.certificates.renewMany.mutate(input, attempt.optionsFor(['renew', input]));
        onBegun();
        await begun(
          plural(total, {
            one: 'Renewing # certificate. You can leave this page.',
            other: 'Renewing # certificates. You can leave this page.',
          }),
        );
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
