import { Stack } from '@mantine/core';
import { QR_DEFAULTS } from '../../../../../templates-engine/elements/qr/properties.ts';
import { ColorField } from '../../controls/color-field.tsx';
import { PaintField } from '../../controls/fields.tsx';
import { PlaceholderText } from '../../controls/placeholder-text.tsx';
import { useMembers } from '../../controls/use-members.ts';
import type { ElementOf, Item } from '../../model/design.ts';

/** A QR code's content and colours. */
export function QrPanel({ item }: { item: Item<ElementOf<'qr'>> }) {
  const change = useMembers(item, QR_DEFAULTS);
  return (
    <Stack gap="xs">
      <PlaceholderText label="Value" value={item.value ?? QR_DEFAULTS.value} onChange={(value) => change({ value })} />
      <ColorField label="Colour" value={item.color ?? QR_DEFAULTS.color} onChange={(color) => change({ color })} />
      <PaintField
        label="Background"
        value={item.background}
        initial="#ffffff"
        onChange={(background) => change({ background })}
      />
    </Stack>
  );
}
