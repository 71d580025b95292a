import { t } from '@lingui/core/macro';
import { Stack, Switch } from '@mantine/core';
import { TEXT_DEFAULTS, TEXT_RANGES } from '../../../../../templates-engine/elements/text/properties.ts';
import { NumberField } from '../../controls/fields.tsx';
import { useMembers, useMixed } from '../../controls/use-members.ts';
import type { ElementOf, Item } from '../../model/design.ts';

/** Part of the size to which a text shrinks if nothing else is chosen. */
const LEAST = 0.6;

/** Switches whether a text that is too long for its box gets smaller, and down to which size. */
export function ShrinkField({ item }: { item: Item<ElementOf<'text'>> }) {
  const change = useMembers(item, TEXT_DEFAULTS);
  const isMixed = useMixed(item, TEXT_DEFAULTS);
  const areMixed = isMixed('size') || isMixed('minSize');
  const least = Math.max(TEXT_RANGES.fontSize.min, Math.round(item.size * LEAST));
  const isOn = item.minSize !== undefined;
  return (
    <Stack gap={6}>
      <Switch
        size="xs"
        label={t`Shrink to fit`}
        checked={isOn}
        onChange={({ currentTarget }) => change({ minSize: currentTarget.checked ? least : undefined })}
      />
      {(isOn || areMixed) && (
        <NumberField
          label={t`Shrink to fit, down to`}
          value={Math.min(item.minSize ?? item.size, item.size)}
          min={TEXT_RANGES.fontSize.min}
          max={item.size}
          isMixed={areMixed}
          onChange={(minSize) => change({ minSize: minSize >= item.size ? undefined : minSize })}
        />
      )}
      <Switch
        size="xs"
        label={t`Keep on one line`}
        checked={(item.oneLine ?? TEXT_DEFAULTS.oneLine) && !isMixed('oneLine')}
        onChange={({ currentTarget }) => change({ oneLine: currentTarget.checked })}
      />
    </Stack>
  );
}
