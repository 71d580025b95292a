import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Menu, Modal, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark, IconChevronDown, IconTrash, IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../lib/api.tsx';
import { notifyDone, notifyError } from '../lib/errors/errors.ts';
import type { Outputs } from '../lib/session.ts';
import { expiringWithin, savedDaysOf } from './expiring.ts';
import { type Filter, isFiltered } from './filters.tsx';

type SavedFilter = Outputs['savedFilters']['list']['filters'][number];

interface SavedFiltersProps {
  filter: Filter;
  onApply: (filter: Filter) => void;
}

/** Menu of the named filters of the list, with those that other members share. */
export function SavedFilters({ filter, onApply }: SavedFiltersProps) {
  const { data } = useQuery(useApi().savedFilters.list.queryOptions());
  const [isSaving, saving] = useDisclosure();
  const [isManaging, managing] = useDisclosure();
  const filters = data?.filters ?? [];
  const own = filters.filter(({ isOwn }) => isOwn);
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconBookmark size={14} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            <Trans>Saved filters</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown maw="min(22rem, calc(100vw - 2rem))" style={{ overflowY: 'auto', maxHeight: '60vh' }}>
          {filters.map((saved) => (
            <Menu.Item
              key={saved.id}
              rightSection={saved.isShared && <IconUsers size={14} aria-label={t`Shared`} />}
              style={{ overflowWrap: 'anywhere' }}
              onClick={() => onApply(currentOf(saved))}
            >
              {saved.name}
            </Menu.Item>
          ))}
          {filters.length > 0 && <Menu.Divider />}
          <Menu.Item disabled={!isFiltered(filter)} onClick={saving.open}>
            <Trans>Save these filters…</Trans>
          </Menu.Item>
          {own.length > 0 && (
            <Menu.Item onClick={managing.open}>
              <Trans>Delete saved filters…</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isSaving} onClose={saving.close} title={t`Save these filters`}>
        <SaveForm filter={filter} own={own} onDone={saving.close} />
      </Modal>
      <Modal opened={isManaging} onClose={managing.close} title={t`Delete saved filters`}>
        <Own filters={own} />
      </Modal>
    </>
  );
}

/** Returns a saved filter as of now: certificates that expire within a number of days are counted from today. */
function currentOf({ filter: saved, savedAt }: SavedFilter): Filter {
  // The list's schema parsed it when it was saved.
  const filter = saved as Filter;
  const days = savedDaysOf(filter, savedAt);
  return days === null ? filter : { ...filter, ...expiringWithin(days) };
}

/** Refetches the menu after a change. */
function useChanged(message: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return {
    onSuccess: async () => {
      notifyDone(message);
      await queryClient.invalidateQueries(api.savedFilters.pathFilter());
    },
    onError: notifyError,
  };
}

interface SaveFormProps {
  filter: Filter;
  own: readonly SavedFilter[];
  onDone: () => void;
}

function SaveForm({ filter, own, onDone }: SaveFormProps) {
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const changed = useChanged(t`Filter saved.`);
  const save = useMutation(
    useApi().savedFilters.save.mutationOptions({
      ...changed,
      onSuccess: async () => {
        onDone();
        await changed.onSuccess();
      },
    }),
  );
  const isTaken = own.some((one) => one.name === name.trim());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ name: name.trim(), filter, isShared });
      }}
    >
      <Stack>
        <TextInput
          label={t`Name`}
          data-autofocus
          maxLength={100}
          value={name}
          description={isTaken ? t`Replaces your filter of this name.` : undefined}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Switch
          label={t`Share with all members`}
          checked={isShared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Own({ filters }: { filters: readonly SavedFilter[] }) {
  const remove = useMutation(useApi().savedFilters.delete.mutationOptions(useChanged(t`Filter deleted.`)));
  if (filters.length === 0)
    return (
      <Text>
        <Trans>You have no saved filters.</Trans>
      </Text>
    );
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {filters.map(({ id, name, isShared }) => (
        <Group key={id} component="li" justify="space-between" wrap="nowrap">
          <Text style={{ overflowWrap: 'anywhere' }}>
            {name}
            {isShared && (
              <Text span size="sm" c="dimmed">
                {' '}
                <Trans>(shared)</Trans>
              </Text>
            )}
          </Text>
          <Button
            variant="default"
            size="xs"
            flex="none"
            aria-label={t`Delete ${name}`}
            leftSection={<IconTrash size={14} aria-hidden />}
            loading={remove.isPending && remove.variables?.id === id}
            onClick={() => remove.mutate({ id })}
          >
            <Trans>Delete</Trans>
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
