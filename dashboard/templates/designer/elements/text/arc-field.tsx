import { t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';
import { TEXT_RANGES } from '../../../../../templates-engine/elements/text/properties.ts';
import { choices } from '../../controls/choices.ts';
import { NumberField } from '../../controls/fields.tsx';
import { useMembers, useMixed } from '../../controls/use-members.ts';
import type { ElementOf, Item } from '../../model/design.ts';

type Shape = 'line' | 'above' | 'below';

/** Edits whether a text runs along a straight line or an arc, and on which side of the arc. */
export function ArcField({ item }: { item: Item<ElementOf<'text'>> }) {
  const change = useMembers(item);
  const isMixed = useMixed(item)('arc');
  const radius = item.arc?.radius;
  const shape: Shape = radius === undefined ? 'line' : radius > 0 ? 'above' : 'below';
  const choose = (chosen: Shape) => {
    const length = Math.abs(radius ?? Math.max(1, Math.round(item.width / 2)));
    change({ arc: chosen === 'line' ? undefined : { radius: chosen === 'above' ? length : -length } });
  };
  return (
    <>
      <NativeSelect
        size="xs"
        label={t`Text path`}
        {...choices(
          [
            { value: 'line', label: t`Straight` },
            { value: 'above', label: t`Arc, curving up` },
            { value: 'below', label: t`Arc, curving down` },
          ],
          shape,
          isMixed,
        )}
        onChange={({ currentTarget: { value } }) => choose(value as Shape)}
      />
      {radius !== undefined && !isMixed && (
        <NumberField
          label={t`Arc radius`}
          value={Math.abs(radius)}
          {...TEXT_RANGES.arcRadius}
          onChange={(length) => change({ arc: { radius: shape === 'below' ? -length : length } })}
        />
      )}
    </>
  );
}
