import { t } from '@lingui/core/macro';
import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { IMAGE_DEFAULTS, MAX_ALT_LENGTH } from '../../../../../templates-engine/elements/image/properties.ts';
import { choices } from '../../controls/choices.ts';
import { RadiusField } from '../../controls/fields.tsx';
import { FITS } from '../../controls/fits.ts';
import { ShadowField } from '../../controls/shadow-field.tsx';
import { useMembers, useMixed } from '../../controls/use-members.ts';
import type { ElementOf, Fit, Item } from '../../model/design.ts';
import { useEditor } from '../../model/editor-context.ts';
import { SourceField } from './source-field.tsx';

/** Edits an image and its fit. */
export function ImagePanel({ item }: { item: Item<ElementOf<'image'>> }) {
  const { dispatch, selection } = useEditor();
  const change = useMembers(item, IMAGE_DEFAULTS);
  const isMixed = useMixed(item, IMAGE_DEFAULTS);
  return (
    <Stack gap="xs">
      {selection.length < 2 && (
        <>
          <SourceField source={item} onChange={change} />
          <TextInput
            size="xs"
            label={t`Alternative text`}
            description={t`Describes the image to screen readers. Leave empty for decoration.`}
            maxLength={MAX_ALT_LENGTH}
            value={item.alt ?? ''}
            onChange={({ currentTarget }) => change({ alt: currentTarget.value })}
            onBlur={() => dispatch({ type: 'settle' })}
          />
        </>
      )}
      <NativeSelect
        size="xs"
        label={t({ message: 'Fit', context: 'of an image' })}
        {...choices(FITS, item.fit ?? IMAGE_DEFAULTS.fit, isMixed('fit'))}
        onChange={({ currentTarget: { value } }) => change({ fit: value as Fit })}
      />
      <RadiusField
        value={item.radius ?? IMAGE_DEFAULTS.radius}
        isMixed={isMixed('radius')}
        onChange={(radius) => change({ radius })}
      />
      <ShadowField shadow={item.shadow} isMixed={isMixed('shadow')} onChange={(shadow) => change({ shadow })} />
    </Stack>
  );
}
