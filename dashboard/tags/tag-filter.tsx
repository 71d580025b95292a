import { t } from '@lingui/core/macro';
import { type OptionsFilter, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../lib/api.tsx';
import { fold } from '../lib/fold.ts';

interface TagFilterProps {
  tag: string | undefined;
  onChange: (tag: string | undefined) => void;
}

/** Shows what has a tag. */
export function TagFilter({ tag, onChange }: TagFilterProps) {
  const used = useQuery(useApi().certificates.tags.queryOptions());
  const tags = used.data?.tags ?? [];
  return (
    <Select
      label={t`Tag`}
      placeholder={t`All`}
      clearable
      searchable
      filter={foldedFilter}
      nothingFoundMessage={t`No such tag`}
      data={tag === undefined || tags.includes(tag) ? tags : [tag, ...tags]}
      value={tag ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearButtonProps={{ 'aria-label': t`All tags` }}
    />
  );
}

/** Finds options without regard to case and accents. */
export const foldedFilter: OptionsFilter = ({ options, search }) =>
  options.filter((option) => 'label' in option && fold(option.label).includes(fold(search)));
