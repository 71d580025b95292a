import { Select, Text } from '@mantine/core';
import { messageOf } from '../../../../app/errors.ts';
import { cssFamily, loadFace } from '../../../../components/faces.ts';
import { useFontFamilies } from './fonts.ts';

/** The font families, each shown in its own font. */
export function FontSelect({ value, onChange }: { value: string; onChange: (family: string) => void }) {
  const { data: fonts, error, isPending } = useFontFamilies();
  const families = fonts?.map(({ family }) => family) ?? [];
  const data = families.includes(value) ? families : [value, ...families];
  return (
    <Select
      size="xs"
      label="Font"
      searchable
      withScrollArea={false}
      styles={{ options: { maxHeight: 300, overflowY: 'auto' } }}
      allowDeselect={false}
      data={data}
      value={value}
      disabled={isPending}
      error={error && messageOf(error)}
      nothingFoundMessage="No fonts found"
      onDropdownOpen={() => {
        for (const font of fonts ?? []) void loadFace(font);
      }}
      onChange={(family) => family && onChange(family)}
      renderOption={({ option }) => (
        <Text size="md" style={{ fontFamily: cssFamily(option.value) }}>
          {option.label}
        </Text>
      )}
    />
  );
}
