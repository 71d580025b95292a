import { t } from '@lingui/core/macro';
import { Group, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { DateField } from '../../components/date-field.tsx';
import { ACTION_TEXTS } from './action-texts.tsx';

export interface AuditFilter {
  search?: string | undefined;
  /** Name of the procedure, for example `certificates.revoke`. */
  action?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (changes: AuditFilter) => void;
}

/** Filters of the audit log. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  return (
    <search aria-label={t`Audit log`}>
      <Group align="flex-end" gap="sm">
        <TextInput
          flex="2 1 14rem"
          label={t`Search`}
          placeholder={t`Person, key, name or changed value`}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={filter.search ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ search: value.trim() === '' ? undefined : value })}
        />
        <Select
          flex="2 1 14rem"
          label={t`Action`}
          placeholder={t`All`}
          clearable
          searchable
          data={ACTIONS}
          value={filter.action ?? null}
          onChange={(action) => onChange({ action: action ?? undefined })}
          clearButtonProps={{ 'aria-label': t`All actions` }}
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
      </Group>
    </search>
  );
}

/** Actions in words, in alphabetical order. */
const ACTIONS = Object.entries(ACTION_TEXTS)
  .map(([value, { words }]) => ({ value, label: words }))
  .sort((one, other) => one.label.localeCompare(other.label));
