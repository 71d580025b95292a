import { plural, t } from '@lingui/core/macro';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DateField } from '../components/date-field.tsx';
import { formatLastDay } from '../components/format.tsx';
import { useApi } from '../lib/api.tsx';
import type { Outputs } from '../lib/session.ts';
import { SearchField } from '../lists/search-field.tsx';
import { foldedFilter, TagFilter } from '../tags/tag-filter.tsx';
import { daysOf, EXPIRING_DAYS, expiringWithin, notExpiring } from './expiring.ts';
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

interface FiltersProps {
  filter: Filter;
  onChange: (changes: Filter) => void;
}

/** Filters of the list of certificates. They are kept in the page's address, so that it can be shared. */
export function Filters({ filter, onChange }: FiltersProps) {
  const templates = useQuery(useApi().templates.list.queryOptions());
  return (
    <search className={classes.filters} aria-label={t`Certificates`}>
      <SearchField
        className={classes.search}
        placeholder={t`Search by name, e-mail or ID`}
        applied={filter.search ?? filter.recipientEmail ?? ''}
        onApply={(text) => {
          // A complete address is matched exactly.
          const isAddress = /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text);
          onChange({ search: isAddress ? undefined : text || undefined, recipientEmail: isAddress ? text : undefined });
        }}
      />
      <Select
        label={t`Template`}
        placeholder={t`All`}
        clearable
        searchable
        filter={foldedFilter}
        data={templates.data?.templates.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={filter.templateId ?? null}
        onChange={(templateId) => onChange({ templateId: templateId ?? undefined })}
        clearButtonProps={{ 'aria-label': t`All templates` }}
      />
      <Select
        label={t`State`}
        placeholder={t`All`}
        clearable
        data={STATES.map(({ value, label }) => ({ value, label }))}
        value={
          STATES.find((state) => state.status === filter.status && state.renderStatus === filter.renderStatus)?.value ??
          null
        }
        onChange={(value) => {
          const { status, renderStatus } = STATES.find((state) => state.value === value) ?? {};
          onChange({ status, renderStatus });
        }}
        clearButtonProps={{ 'aria-label': t`All states` }}
      />
      <TagFilter tag={filter.tag} onChange={(tag) => onChange({ tag })} />
      <ExpiringField filter={filter} onChange={onChange} />
      <Select
        label={t`E-mail`}
        placeholder={t`All`}
        clearable
        data={EMAILS}
        value={filter.emailStatus ?? null}
        onChange={(emailStatus) => onChange({ emailStatus: (emailStatus ?? undefined) as Filter['emailStatus'] })}
        clearButtonProps={{ 'aria-label': t`All states of e-mails` }}
      />
      <DateField
        label={t({ message: 'From', context: 'date' })}
        value={filter.createdAfter}
        onChange={(createdAfter) => onChange({ createdAfter })}
      />
      <DateField
        label={t({ message: 'Until', context: 'date' })}
        value={filter.createdBefore}
        isEnd
        onChange={(createdBefore) => onChange({ createdBefore })}
      />
    </search>
  );
}

/** Shows valid certificates without a renewal that expire soon. */
function ExpiringField({ filter, onChange }: FiltersProps) {
  const chosen = daysOf(filter);
  const choices = [...new Set([...EXPIRING_DAYS, ...(chosen === null ? [] : [chosen])])];
  return (
    <Select
      label={t`Expiring`}
      placeholder={t`Any time`}
      clearable
      data={choices.map((days) => ({
        value: String(days),
        label:
          days > 0
            ? plural(days, { one: 'Within # day', other: 'Within # days' })
            : formatLastDay(filter.expiresBefore ?? '', Intl.DateTimeFormat().resolvedOptions().timeZone),
      }))}
      value={chosen === null ? null : String(chosen)}
      onChange={(days) =>
        onChange(days === null ? notExpiring(filter) : { renderStatus: undefined, ...expiringWithin(Number(days)) })
      }
      clearButtonProps={{ 'aria-label': t`Any expiry` }}
    />
  );
}

interface State extends Pick<Filter, 'status' | 'renderStatus'> {
  value: string;
  label: string;
}

/** States as named in the list. */
const STATES: State[] = [
  { value: 'valid', label: t`Valid`, status: 'GENERATED', renderStatus: 'COMPLETED' },
  { value: 'expired', label: t`Expired`, status: 'EXPIRED' },
  { value: 'revoked', label: t`Revoked`, status: 'REVOKED' },
  { value: 'waiting', label: t`Waiting`, renderStatus: 'PENDING' },
  { value: 'rendering', label: t`Rendering`, renderStatus: 'RENDERING' },
  { value: 'failed', label: t`Failed`, renderStatus: 'FAILED' },
];

const EMAILS = [
  { value: 'NONE', label: t`Not sent` },
  { value: 'QUEUED', label: t`Queued` },
  { value: 'SENT', label: t`Sent` },
  { value: 'DELIVERED', label: t`Delivered` },
  { value: 'BOUNCED', label: t`Bounced` },
  { value: 'FAILED', label: t`Failed` },
  { value: 'UNCERTAIN', label: t`Delivery unknown` },
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

/** Returns the filter and the order in a page's parameters, without those that others add to links, such as `lang` and `utm_source`. */
export const filterIn = (search: Filter): Filter =>
  Object.fromEntries(Object.entries(search).filter(([name]) => name === 'sort' || name in NO_FILTER));
