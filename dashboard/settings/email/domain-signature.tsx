import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../../components/confirm.tsx';
import { formatDateTime } from '../../components/format.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { notifyDone, notifyError } from '../../lib/errors/errors.ts';
import type { Outputs } from '../../lib/session.ts';
import { Section } from '../shared/section.tsx';
import { DnsRecord } from './dns-record.tsx';

type Dkim = Outputs['dkim']['get'];
type Key = NonNullable<Dkim['key']>;
type Check = Outputs['dkim']['check'];

/** Shows the key that signs e-mails for the organisation's domain, and its records for the DNS. */
export function DomainSignature() {
  const { data, error, refetch } = useQuery(useApi().dkim.get.queryOptions());
  const { create, check, remove } = useDkimActions();
  return (
    <Section
      title={t`Domain signature (DKIM)`}
      about={t`Shows receivers that e-mails from your address are really yours, so that fewer end up as spam.`}
    >
      {error && !data && <Failed error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={1} />}
      {data && !data.key && data.senderDomain === null && (
        <Text size="sm">
          <Trans>Set a sender’s address and confirm it first.</Trans>
        </Text>
      )}
      {data && data.senderDomain !== null && data.key?.domain !== data.senderDomain && (
        <Group>
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
            <Trans>Sign e-mails from {{ domain: data.senderDomain }}</Trans>
          </Button>
        </Group>
      )}
      {data?.key && (
        <Stack>
          <Text size="sm" role="status">
            {stateOf(data.key, data.senderDomain)}
          </Text>
          <Records signed={data.key} check={check.data} />
          <Group gap="xs">
            <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
              <Trans>Check the records</Trans>
            </Button>
            <Button variant="default" loading={remove.isPending} onClick={remove.run}>
              <Trans>Stop signing</Trans>
            </Button>
          </Group>
        </Stack>
      )}
    </Section>
  );
}

function stateOf({ domain, isSigning, checkedAt }: Key, senderDomain: string | null): string {
  if (isSigning) return t`E-mails from ${domain} are signed.`;
  if (domain !== senderDomain)
    return t`The key is for ${domain}, which is no longer the domain of your sender’s address.`;
  const advice = t`Not signed yet. Add the first record where you manage ${domain}, then check it.`;
  return checkedAt === null ? advice : `${advice} ${t`Last checked ${{ moment: formatDateTime(checkedAt) }}.`}`;
}

function Records({ signed: { record }, check }: { signed: Key; check: Check | undefined }) {
  return (
    <Stack gap="lg">
      <DnsRecord
        title={t`Signature key`}
        copyName={t`Copy the name of Signature key`}
        copyValue={t`Copy the value of Signature key`}
        record={record}
        look={check?.dkim}
      />
      {check && (
        <DnsRecord
          title={t`Policy (DMARC)`}
          copyName={t`Copy the name of Policy (DMARC)`}
          copyValue={t`Copy the value of Policy (DMARC)`}
          record={check.dmarc.suggested}
          look={check.dmarc}
        />
      )}
      {check?.spf.suggested && (
        <DnsRecord
          title={t`Permitted servers (SPF)`}
          copyName={t`Copy the name of Permitted servers (SPF)`}
          copyValue={t`Copy the value of Permitted servers (SPF)`}
          record={check.spf.suggested}
          look={check.spf}
        />
      )}
    </Stack>
  );
}

function useDkimActions() {
  const api = useApi();
  const queryClient = useQueryClient();
  const store = ({ senderDomain, key }: Dkim) =>
    void queryClient.setQueryData(api.dkim.get.queryKey(), { senderDomain, key });
  const shared = { onError: notifyError };
  const check = useMutation(api.dkim.check.mutationOptions({ ...shared, onSuccess: store }));
  const create = useMutation(
    api.dkim.create.mutationOptions({
      ...shared,
      onSuccess: (answer) => {
        check.reset();
        store(answer);
      },
    }),
  );
  const remove = useMutation(
    api.dkim.remove.mutationOptions({
      ...shared,
      onSuccess: (answer) => {
        check.reset();
        store(answer);
        notifyDone(t`E-mails are no longer signed.`);
      },
    }),
  );
  const ask = () =>
    confirm({
      title: t`Stop signing e-mails?`,
      text: t`The key is deleted. If you start again, you get a new key and have to change the record.`,
      confirm: t`Stop signing`,
      isDangerous: true,
      onConfirm: () => remove.mutate(),
    });
  return { create, check, remove: { run: ask, isPending: remove.isPending } };
}
