import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../app/api.tsx';

export interface Filter {
  search?: string | undefined;
  recipientEmail?: string | undefined;
  templateId?: string | undefined;
  batchId?: string | undefined;
  status?: 'GENERATED' | 'REVOKED' | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}

const WAIT_MS = 300;

interface FiltersProps {
  filter: Filter;
  onChange: (changes: Filter) => void;
}

/** What narrows the list of certificates; kept in the page's address, so that it can be shared. */
export function Filters({ filter, onChange }: FiltersProps) {
  const templates = useQuery(useApi().templates.list.queryOptions());
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  return (
    <Group align="flex-end" gap="sm" role="search" aria-label="Certificates">
      <SearchField filter={filter} onChange={onChange} />
      <Select
        label="Template"
        placeholder="All"
        clearable
        searchable
        data={templates.data?.templates.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={filter.templateId ?? null}
        onChange={(templateId) => onChange({ templateId: templateId ?? undefined })}
        clearButtonProps={{ 'aria-label': 'All templates' }}
      />
      <Select
        label="State"
        placeholder="All"
        clearable
        w={130}
        data={[
          { value: 'GENERATED', label: 'Not revoked' },
          { value: 'REVOKED', label: 'Revoked' },
        ]}
        value={filter.status ?? null}
        onChange={(status) => onChange({ status: (status ?? undefined) as Filter['status'] })}
        clearButtonProps={{ 'aria-label': 'All states' }}
      />
      <DateField label="From" value={filter.createdAfter} onChange={(createdAfter) => onChange({ createdAfter })} />
      <DateField
        label="Until"
        value={filter.createdBefore}
        isEnd
        onChange={(createdBefore) => onChange({ createdBefore })}
      />
      {isNarrowed && (
        <Button variant="subtle" leftSection={<IconX size={16} aria-hidden />} onClick={() => onChange(NOTHING)}>
          Clear
        </Button>
      )}
    </Group>
  );
}

const NOTHING: Filter = {
  search: undefined,
  recipientEmail: undefined,
  templateId: undefined,
  batchId: undefined,
  status: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
};

/** What the search looks in; a whole e-mail address is found by itself. */
function SearchField({ filter, onChange }: FiltersProps) {
  const applied = filter.search ?? filter.recipientEmail ?? '';
  const [text, setText] = useState(applied);
  const own = useRef(applied);
  const apply = useDebouncedCallback((value: string) => {
    const wanted = value.trim();
    own.current = wanted;
    const isAddress = /^\S+@\S+\.\S+$/.test(wanted);
    onChange({ search: isAddress ? undefined : wanted || undefined, recipientEmail: isAddress ? wanted : undefined });
  }, WAIT_MS);
  // Cleared, or another address of the browser's history: not what was typed here.
  useEffect(() => {
    if (applied === own.current) return;
    own.current = applied;
    apply.cancel();
    setText(applied);
  }, [applied, apply]);
  return (
    <TextInput
      flex={1}
      miw={220}
      label="Recipient"
      placeholder="Name, e-mail address or id"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        apply(value);
      }}
    />
  );
}

interface DateFieldProps {
  label: string;
  value: string | undefined;
  /** The day itself belongs to it. */
  isEnd?: boolean;
  onChange: (moment: string | undefined) => void;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A day in the reader's own time, as the moment that it begins or ends. */
function DateField({ label, value, isEnd = false, onChange }: DateFieldProps) {
  const shown = value ? new Date(new Date(value).getTime() - (isEnd ? DAY_MS : 0)) : null;
  const local = shown && new Date(shown.getTime() - shown.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  return (
    <TextInput
      type="date"
      label={label}
      w={150}
      value={local ?? ''}
      onChange={({ currentTarget: { value: day } }) => {
        const start = new Date(`${day}T00:00:00`);
        if (day !== '' && Number.isNaN(start.getTime())) return;
        onChange(day === '' ? undefined : new Date(start.getTime() + (isEnd ? DAY_MS : 0)).toISOString());
      }}
    />
  );
}
