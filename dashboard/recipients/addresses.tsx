import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Modal, Select, Stack, Text, Tooltip } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../lib/api.tsx';
import { notifyDone, notifyError } from '../lib/errors/errors.ts';
import type { Outputs } from '../lib/session.ts';

type Recipient = Outputs['recipients']['get'];

const WAIT_MS = 300;
const SUGGESTED = 10;

/** Opens the addresses of a person, which can be merged and separated. */
export function Addresses({ recipient, isSmall }: { recipient: Recipient; isSmall: boolean }) {
  const [isOpen, { open, close }] = useDisclosure();
  const label = t`Addresses of ${{ recipient: recipient.name || recipient.email }}`;
  return (
    <>
      <Tooltip label={t`Addresses of this person`}>
        <ActionIcon variant="default" size={isSmall ? 'md' : 'lg'} aria-label={label} onClick={open}>
          <IconUserPlus size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Modal opened={isOpen} onClose={close} title={label} styles={{ title: { overflowWrap: 'anywhere' } }}>
        <Stack>
          <Text size="sm">
            <Trans>
              Lists show addresses of one person together. Certificates, reminders and the recipients’ own pages stay
              separate for each address.
            </Trans>
          </Text>
          <Own recipient={recipient} />
          <Merge recipient={recipient} />
        </Stack>
      </Modal>
    </>
  );
}

/** Refetches everything that shows recipients after a change. */
function useChanged(message: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return {
    onSuccess: async () => {
      notifyDone(message);
      await Promise.all(
        [api.recipients, api.certificates].map((path) => queryClient.invalidateQueries(path.pathFilter())),
      );
    },
    onError: notifyError,
  };
}

function Own({ recipient: { email, otherAddresses } }: { recipient: Recipient }) {
  const separate = useMutation(useApi().recipients.separate.mutationOptions(useChanged(t`Address separated.`)));
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      <Text component="li" style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
      {otherAddresses.map((other) => (
        <Group key={other.id} component="li" justify="space-between" wrap="nowrap">
          <Text style={{ overflowWrap: 'anywhere' }}>{other.email}</Text>
          <Button
            variant="default"
            size="xs"
            flex="none"
            aria-label={t`Separate ${{ email: other.email }}`}
            loading={separate.isPending && separate.variables?.id === other.id}
            onClick={() => separate.mutate({ id: other.id })}
          >
            <Trans>Separate</Trans>
          </Button>
        </Group>
      ))}
    </Stack>
  );
}

/** Searches another recipient who is the same person. */
function Merge({ recipient: { id } }: { recipient: Recipient }) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [wanted] = useDebouncedValue(search.trim(), WAIT_MS);
  const found = useQuery(
    useApi().recipients.list.queryOptions(
      { ...(wanted && { search: wanted }), limit: SUGGESTED + 1 },
      { placeholderData: keepPreviousData },
    ),
  );
  const changed = useChanged(t`Addresses merged.`);
  const merge = useMutation(
    useApi().recipients.merge.mutationOptions({
      ...changed,
      onSuccess: async () => {
        setChosen(null);
        setSearch('');
        await changed.onSuccess();
      },
    }),
  );
  const others = found.data?.recipients.filter((one) => one.id !== id).slice(0, SUGGESTED) ?? [];
  return (
    <>
      <Select
        label={t`Another address of this person`}
        placeholder={t`Name or e-mail`}
        searchable
        clearable
        nothingFoundMessage={t`No other recipient has this name or address`}
        // The server has filtered them by its own rules.
        filter={({ options }) => options}
        data={others.map(({ id: value, name, email }) => ({ value, label: `${name} (${email})` }))}
        searchValue={search}
        onSearchChange={setSearch}
        value={chosen}
        onChange={setChosen}
      />
      <Group justify="flex-end">
        <Button
          disabled={chosen === null}
          loading={merge.isPending}
          onClick={() => chosen !== null && merge.mutate({ id: chosen, into: id })}
        >
          <Trans>Merge</Trans>
        </Button>
      </Group>
    </>
  );
}
