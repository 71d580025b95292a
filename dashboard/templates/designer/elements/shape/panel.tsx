import { Stack } from '@mantine/core';
import { RANGES } from '../../../../../templates-engine/design/constraints.ts';
import { DEFAULT_COLOR, DEFAULTS } from '../../../../../templates-engine/design/defaults.ts';
import { ColorField } from '../../controls/color-field.tsx';
import { NumberField, PaintField, RadiusField } from '../../controls/fields.tsx';
import { useMembers } from '../../controls/use-members.ts';
import type { ElementOf, Item } from '../../model/design.ts';

/** The paint of a rectangle, an ellipse or a line. */
export function ShapePanel({ item }: { item: Item<ElementOf<'shape'>> }) {
  const change = useMembers(item);
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
          value={item.strokeWidth ?? DEFAULTS.shape.strokeWidth}
          {...RANGES.strokeWidth}
          step={0.5}
          onChange={(strokeWidth) => change({ strokeWidth })}
        />
      )}
      {item.shape === 'rectangle' && (
        <RadiusField value={item.radius ?? DEFAULTS.shape.radius} onChange={(radius) => change({ radius })} />
      )}
    </Stack>
  );
}
