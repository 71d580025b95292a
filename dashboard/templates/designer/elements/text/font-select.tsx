import { t } from '@lingui/core/macro';
import { Select, Text } from '@mantine/core';
import { cssFamily, loadFace } from '../../../../components/faces.ts';
import { messageOf } from '../../../../lib/errors/errors.ts';
import { MIXED } from '../../controls/use-members.ts';
import { useFontFamilies } from './fonts.ts';

interface FontSelectProps {
  value: string;
  /** True if the selected texts have different fonts. */
  isMixed?: boolean;
  onChange: (family: string) => void;
}

/** Lists the font families, each in its own font. */
export function FontSelect({ value, isMixed, onChange }: FontSelectProps) {
  const { data: fonts, error, isPending } = useFontFamilies();
  const own = namesOf(fonts?.filter(({ isOwn }) => isOwn));
  const others = namesOf(fonts?.filter(({ isOwn }) => !isOwn));
  // A text keeps a font that was removed until another is chosen.
  const gone = [...own, ...others].includes(value) ? [] : [value];
  const data =
    own.length === 0
      ? [...gone, ...others]
      : [...gone, { group: t`Your organisation’s fonts`, items: own }, { group: t`Built-in fonts`, items: others }];
  return (
    <Select
      size="xs"
      label={t`Font`}
      searchable
      withScrollArea={false}
      styles={{ options: { maxHeight: 300, overflowY: 'auto' } }}
      allowDeselect={false}
      data={data}
      value={isMixed ? null : value}
      {...(isMixed && { placeholder: MIXED })}
      disabled={isPending}
      error={error && messageOf(error)}
      nothingFoundMessage={t`No fonts found`}
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

const namesOf = (fonts: readonly { family: string }[] = []): string[] => fonts.map(({ family }) => family);
