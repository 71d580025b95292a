import { t } from '@lingui/core/macro';
import { SimpleGrid } from '@mantine/core';
import { ELEMENT_DEFAULTS, ELEMENT_RANGES } from '../../../../templates-engine/elements/shared/properties.ts';
import { NumberField } from '../controls/fields.tsx';
import { LengthField } from '../controls/length-field.tsx';
import { useMembers, useMixed } from '../controls/use-members.ts';
import type { Item } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import { MIN_SIDE, round } from '../model/geometry.ts';

/** Edits position, size, rotation and opacity of an element. */
export function BoxProperties({ item }: { item: Item }) {
  const change = useMembers(item);
  const isMixed = useMixed(item);
  const { selection } = useEditor();
  return (
    <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
      {selection.length < 2 && (
        <>
          <LengthField
            label={t`X`}
            value={item.x}
            {...ELEMENT_RANGES.position}
            onChange={(x) => change({ x: round(x) })}
          />
          <LengthField
            label={t`Y`}
            value={item.y}
            {...ELEMENT_RANGES.position}
            onChange={(y) => change({ y: round(y) })}
          />
        </>
      )}
      <LengthField
        label={t`Width`}
        value={item.width}
        min={MIN_SIDE}
        max={ELEMENT_RANGES.side.max}
        isMixed={isMixed('width')}
        onChange={(width) => change({ width: round(width) })}
      />
      <LengthField
        label={t`Height`}
        value={item.height}
        min={MIN_SIDE}
        max={ELEMENT_RANGES.side.max}
        isMixed={isMixed('height')}
        onChange={(height) => change({ height: round(height) })}
      />
      <NumberField
        label={t`Rotation`}
        value={item.rotation ?? ELEMENT_DEFAULTS.rotation}
        min={-360}
        max={360}
        suffix="°"
        isMixed={isMixed('rotation')}
        onChange={(rotation) => change({ rotation })}
      />
      <NumberField
        label={t`Opacity`}
        value={(item.opacity ?? ELEMENT_DEFAULTS.opacity) * 100}
        min={0}
        max={100}
        step={5}
        suffix=" %"
        isMixed={isMixed('opacity')}
        onChange={(percent) => change({ opacity: percent / 100 })}
      />
    </SimpleGrid>
  );
}
