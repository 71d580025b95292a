import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { ColorField } from '../../controls/color-field.tsx';
import { NumberField, PaintField } from '../../controls/fields.tsx';
import { PictureField } from '../../controls/picture-field.tsx';
import { PlaceholderText } from '../../controls/placeholder-text.tsx';
import { useMembers } from '../../controls/use-members.ts';
import {
  DEFAULT_COLOR,
  DEFAULT_QR_VALUE,
  DEFAULTS,
  type Fit,
  type ImageElement,
  type Item,
  type QrElement,
  type ShapeElement,
} from '../../model/design.ts';
import { useEditor } from '../../model/editor-context.tsx';

export const FITS: { value: Fit; label: string }[] = [
  { value: 'contain', label: 'Whole picture' },
  { value: 'cover', label: 'Fill the box, cut what is over' },
  { value: 'fill', label: 'Stretch to the box' },
];

/** A picture, and how it lies in its box. */
export function ImageProperties({ item }: { item: Item<ImageElement> }) {
  const { dispatch } = useEditor();
  const change = useMembers<ImageElement>(item);
  return (
    <Stack gap="xs">
      <PictureField label="Replace the image" onChange={({ src }) => change({ src, asset: undefined })} />
      <TextInput
        size="xs"
        label="What it shows"
        description="For those who don’t see it. Empty: decoration."
        maxLength={500}
        value={item.alt ?? ''}
        onChange={({ currentTarget }) => change({ alt: currentTarget.value })}
        onBlur={() => dispatch({ type: 'settle' })}
      />
      <NativeSelect
        size="xs"
        label="In its box"
        data={FITS}
        value={item.fit ?? 'contain'}
        onChange={({ currentTarget: { value } }) => change({ fit: value === 'contain' ? undefined : (value as Fit) })}
      />
      <RadiusField value={item.radius} onChange={(radius) => change({ radius })} />
    </Stack>
  );
}

function RadiusField({ value, onChange }: { value: number | undefined; onChange: (radius: number) => void }) {
  return (
    <NumberField label="Rounded corners" value={value ?? DEFAULTS.radius} min={0} max={5000} onChange={onChange} />
  );
}

/** The paint of a rectangle, an ellipse or a line. */
export function ShapeProperties({ item }: { item: Item<ShapeElement> }) {
  const change = useMembers<ShapeElement>(item);
  const isLine = item.shape === 'line';
  return (
    <Stack gap="xs">
      {isLine ? (
        <ColorField label="Colour" value={item.stroke ?? DEFAULT_COLOR} onChange={(stroke) => change({ stroke })} />
      ) : (
        <>
          <PaintField label="Fill" value={item.fill} initial="#d9e2ec" onChange={(fill) => change({ fill })} />
          <PaintField
            label="Outline"
            value={item.stroke}
            initial={DEFAULT_COLOR}
            onChange={(stroke) => change({ stroke })}
          />
        </>
      )}
      {(isLine || item.stroke) && (
        <NumberField
          label={isLine ? 'Thickness' : 'Outline’s thickness'}
          value={item.strokeWidth ?? DEFAULTS.strokeWidth}
          min={0}
          max={1000}
          step={0.5}
          onChange={(strokeWidth) => change({ strokeWidth })}
        />
      )}
      {item.shape === 'rectangle' && <RadiusField value={item.radius} onChange={(radius) => change({ radius })} />}
    </Stack>
  );
}

/** What a QR code says, and its colours. */
export function QrProperties({ item }: { item: Item<QrElement> }) {
  const change = useMembers<QrElement>(item);
  return (
    <Stack gap="xs">
      <PlaceholderText
        label="Value"
        value={item.value ?? DEFAULT_QR_VALUE}
        onChange={(value) => change({ value: value === DEFAULT_QR_VALUE ? undefined : value })}
      />
      <ColorField
        label="Colour"
        value={item.color ?? DEFAULT_COLOR}
        onChange={(color) => change({ color: color === DEFAULT_COLOR ? undefined : color })}
      />
      <PaintField
        label="Ground"
        value={item.background}
        initial="#ffffff"
        onChange={(background) => change({ background })}
      />
    </Stack>
  );
}
