import { t } from '@lingui/core/macro';
import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Failed, Loading } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { notifyDone, notifyError } from '../../lib/errors/errors.ts';
import { useSession } from '../../lib/session.ts';
import { Section } from '../shared/section.tsx';

/** Turns the signed-in member's digest of expiring certificates on and off. */
export function DigestChoice() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { user } = useSession();
  const { data, error, refetch } = useQuery(api.members.digest.queryOptions());
  const choose = useMutation(
    api.members.chooseDigest.mutationOptions({
      onSuccess: (answer) => {
        queryClient.setQueryData(api.members.digest.queryKey(), answer);
        notifyDone(answer.isWanted ? t`Digest turned on` : t`Digest turned off`);
      },
      onError: notifyError,
    }),
  );
  return (
    <Section title={t`Your digest`} about={t`For certificates whose template has reminders. Only you get this e-mail.`}>
      {error && !data && <Failed error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={1} />}
      {data && (
        <Switch
          label={t`E-mail me about certificates that expire soon`}
          description={t`At most once a day, to ${{ email: user.email }}`}
          checked={data.isWanted}
          disabled={choose.isPending}
          onChange={({ currentTarget: { checked } }) => choose.mutate({ isWanted: checked })}
        />
      )}
    </Section>
  );
}
