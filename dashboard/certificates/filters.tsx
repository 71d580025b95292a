import { type OptionsFilter, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { DateField } from '../components/date-field.tsx';
import { useApi } from '../lib/api.tsx';
import { fold } from '../lib/fold.ts';
import type { Outputs } from '../lib/session.ts';
import { daysOf, EXPIRING_DAYS, expiringWithin, NOT_EXPIRING } from './expiring.ts';
import classes from './filters.module.css';

type EmailState = Outputs['certificates']['get']['emailStatus'];

export interface Filter {
  search?: string | undefined;
  recipientEmail?: string | undefined;
  recipientId?: string | undefined;
  templateId?: string | undefined;
  batchId?: string | undefined;
  tag?: string | undefined;
  status?: 'GENERATED' | 'EXPIRED' | 'REVOKED' | undefined;
  renderStatus?: 'PENDING' | 'RENDERING' | 'COMPLETED' | 'FAILED' | undefined;
  emailStatus?: EmailState | undefined;
  sort?: 'newest' | 'oldest' | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  expiresBefore?: string | undefined;
  renewed?: 'true' | 'false' | undefined;
}

/** Returns whether a filter narrows the list. */
export const isFiltered = (filter: Filter): boolean =>
  Object.entries(filter).some(([name, value]) => name !== 'sort' && value !== undefined);

const WAIT_MS = 300;

interface FiltersProps {
  filter: Filter;
  onChange: (changes: Filter) => void;
}

/** Filters of the list of certificates. They are kept in the page's address, so that it can be shared. */
export function Filters({ filter, onChange }: FiltersProps) {
  const templates = useQuery(useApi().templates.list.queryOptions());
  return (
    <search className={classes.filters} aria-label="Certificates">
      <SearchField filter={filter} onChange={onChange} />
      <Select
        label="Template"
        placeholder="All"
        clearable
        searchable
        filter={foldedFilter}
        data={templates.data?.templates.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={filter.templateId ?? null}
        onChange={(templateId) => onChange({ templateId: templateId ?? undefined })}
        clearButtonProps={{ 'aria-label': 'All templates' }}
      />
      <Select
        label="State"
        placeholder="All"
        clearable
        data={STATES.map(({ label }) => label)}
        value={
          STATES.find((state) => state.status === filter.status && state.renderStatus === filter.renderStatus)?.label ??
          null
        }
        onChange={(label) => {
          const { status, renderStatus } = STATES.find((state) => state.label === label) ?? {};
          onChange({ status, renderStatus });
        }}
        clearButtonProps={{ 'aria-label': 'All states' }}
      />
      <TagField filter={filter} onChange={onChange} />
      <ExpiringField filter={filter} onChange={onChange} />
      <Select
        label="E-mail"
        placeholder="All"
        clearable
        data={EMAILS}
        value={filter.emailStatus ?? null}
        onChange={(emailStatus) => onChange({ emailStatus: (emailStatus ?? undefined) as Filter['emailStatus'] })}
        clearButtonProps={{ 'aria-label': 'All states of e-mails' }}
      />
      <DateField label="From" value={filter.createdAfter} onChange={(createdAfter) => onChange({ createdAfter })} />
      <DateField
        label="Until"
        value={filter.createdBefore}
        isEnd
        onChange={(createdBefore) => onChange({ createdBefore })}
      />
    </search>
  );
}

/** Shows certificates with a tag. */
function TagField({ filter: { tag }, onChange }: FiltersProps) {
  const used = useQuery(useApi().certificates.tags.queryOptions());
  const tags = used.data?.tags ?? [];
  return (
    <Select
      label="Tag"
      placeholder="All"
      clearable
      searchable
      filter={foldedFilter}
      nothingFoundMessage="No such tag"
      data={tag === undefined || tags.includes(tag) ? tags : [tag, ...tags]}
      value={tag ?? null}
      onChange={(chosen) => onChange({ tag: chosen ?? undefined })}
      clearButtonProps={{ 'aria-label': 'All tags' }}
    />
  );
}

/** Finds options without regard to case and accents. */
const foldedFilter: OptionsFilter = ({ options, search }) =>
  options.filter((option) => 'label' in option && fold(option.label).includes(fold(search)));

/** Shows valid certificates without a renewal that expire soon. */
function ExpiringField({ filter, onChange }: FiltersProps) {
  const chosen = daysOf(filter);
  const choices = [...new Set([...EXPIRING_DAYS, ...(chosen === null ? [] : [chosen])])];
  return (
    <Select
      label="Expiring"
      placeholder="Any time"
      clearable
      data={choices.map((days) => ({ value: String(days), label: `Within ${days} days` }))}
      value={chosen === null ? null : String(chosen)}
      onChange={(days) =>
        onChange(days === null ? NOT_EXPIRING : { renderStatus: undefined, ...expiringWithin(Number(days)) })
      }
      clearButtonProps={{ 'aria-label': 'Any expiry' }}
    />
  );
}

interface State extends Pick<Filter, 'status' | 'renderStatus'> {
  label: string;
}

/** States as named in the list. */
const STATES: State[] = [
  { label: 'Valid', status: 'GENERATED', renderStatus: 'COMPLETED' },
  { label: 'Expired', status: 'EXPIRED' },
  { label: 'Revoked', status: 'REVOKED' },
  { label: 'Waiting', renderStatus: 'PENDING' },
  { label: 'Rendering', renderStatus: 'RENDERING' },
  { label: 'Failed', renderStatus: 'FAILED' },
];

const EMAILS = [
  { value: 'NONE', label: 'Not sent' },
  { value: 'QUEUED', label: 'Queued' },
  { value: 'SENT', label: 'Sent' },
  { value: 'DELIVERED', label: 'Delivered' },
  { value: 'BOUNCED', label: 'Bounced' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'UNCERTAIN', label: 'Delivery unknown' },
];

/** Filter that matches everything. */
export const NO_FILTER: Filter = {
  search: undefined,
  recipientEmail: undefined,
  recipientId: undefined,
  templateId: undefined,
  batchId: undefined,
  tag: undefined,
  status: undefined,
  renderStatus: undefined,
  emailStatus: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
  expiresBefore: undefined,
  renewed: undefined,
};

/** Searches several fields. A complete e-mail address is matched exactly. */
function SearchField({ filter, onChange }: FiltersProps) {
  const applied = filter.search ?? filter.recipientEmail ?? '';
  const [text, setText] = useState(applied);
  const own = useRef(applied);
  const apply = useDebouncedCallback((value: string) => {
    const wanted = value.trim();
    own.current = wanted;
    const isAddress = /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(wanted);
    onChange({ search: isAddress ? undefined : wanted || undefined, recipientEmail: isAddress ? wanted : undefined });
  }, WAIT_MS);
  // The filter was cleared, or the browser's history restored another one, so it differs from the typed text.
  useEffect(() => {
    if (applied === own.current) return;
    own.current = applied;
    apply.cancel();
    setText(applied);
  }, [applied, apply]);
  return (
    <TextInput
      className={classes.search}
      label="Search"
      placeholder="Search by name, e-mail or ID"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        apply(value);
      }}
    />
  );
}
