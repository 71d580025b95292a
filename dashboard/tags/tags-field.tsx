import { type ComboboxItem, TagsInput, type TagsInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MAX_LENGTHS, MAX_TAGS } from '../../templates-engine/design/properties.ts';
import { useApi } from '../lib/api.tsx';
import { fold } from '../lib/fold.ts';

interface TagsFieldProps extends Pick<TagsInputProps, 'label' | 'description' | 'size' | 'maw' | 'onBlur' | 'error'> {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Tags to suggest; by default those of the organisation's certificates. */
  suggested?: readonly string[];
}

/** Edits tags, and suggests used ones. */
export function TagsField({ value, onChange, suggested, ...props }: TagsFieldProps) {
  const used = useQuery(useApi().certificates.tags.queryOptions(undefined, { enabled: suggested === undefined }));
  return (
    <TagsInput
      {...props}
      data={[...(suggested ?? used.data?.tags ?? [])]}
      filter={({ options, search }) =>
        options.filter((option) => fold((option as ComboboxItem).label).includes(fold(search)))
      }
      isDuplicate={(tag, tags) => tags.some((other) => fold(other) === fold(tag))}
      value={[...value]}
      onChange={onChange}
      maxTags={MAX_TAGS}
      maxLength={MAX_LENGTHS.tag}
      acceptValueOnBlur
    />
  );
}
