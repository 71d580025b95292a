import { Stack } from '@mantine/core';
import { SHAPE_DEFAULTS, SHAPE_RANGES } from '../../../../../templates-engine/elements/shape/properties.ts';
import { DEFAULT_COLOR } from '../../../../../templates-engine/elements/shared/properties.ts';
import { ColorField } from '../../controls/color-field.tsx';
import { NumberField, PaintField, RadiusField } from '../../controls/fields.tsx';
import { useMembers } from '../../controls/use-members.ts';
import type { ElementOf, Item } from '../../model/design.ts';

/** The paint of a rectangle, an ellipse or a line. */
export function ShapePanel({ item }: { item: Item<ElementOf<'shape'>> }) {
  const change = useMembers(item, SHAPE_DEFAULTS);
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
          label={isLine ? 'Thickness' : 'Outline thickness'}
          value={item.strokeWidth ?? SHAPE_DEFAULTS.strokeWidth}
          {...SHAPE_RANGES.strokeWidth}
          step={0.5}
          onChange={(strokeWidth) => change({ strokeWidth })}
        />
      )}
      {item.shape === 'rectangle' && (
        <RadiusField value={item.radius ?? SHAPE_DEFAULTS.radius} onChange={(radius) => change({ radius })} />
      )}
    </Stack>
  );
}
