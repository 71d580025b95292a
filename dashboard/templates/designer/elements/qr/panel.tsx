import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { QR_DEFAULTS } from '../../../../../templates-engine/elements/qr/properties.ts';
import { ColorField } from '../../controls/color-field.tsx';
import { PaintField } from '../../controls/fields.tsx';
import { PlaceholderText } from '../../controls/placeholder-text.tsx';
import { useMembers, useMixed } from '../../controls/use-members.ts';
import type { ElementOf, Item } from '../../model/design.ts';
import { useEditor } from '../../model/editor-context.ts';

/** Edits a QR code's content and colours. */
export function QrPanel({ item }: { item: Item<ElementOf<'qr'>> }) {
  const change = useMembers(item, QR_DEFAULTS);
  const isMixed = useMixed(item, QR_DEFAULTS);
  const { selection } = useEditor();
  return (
    <Stack gap="xs">
      {selection.length < 2 && (
        <PlaceholderText
          label={t`Value`}
          value={item.value ?? QR_DEFAULTS.value}
          onChange={(value) => change({ value })}
        />
      )}
      <ColorField
        label={t`Colour`}
        value={item.color ?? QR_DEFAULTS.color}
        isMixed={isMixed('color')}
        onChange={(color) => change({ color })}
      />
      <PaintField
        label={t`Background`}
        colorLabel={t`Background colour`}
        value={item.background}
        initial="#ffffff"
        isMixed={isMixed('background')}
        onChange={(background) => change({ background })}
      />
    </Stack>
  );
}
