import { t } from '@lingui/core/macro';
import { Checkbox, Group, Stack } from '@mantine/core';
import { SHADOW_RANGES } from '../../../../templates-engine/elements/shared/properties.ts';
import type { ElementOf } from '../model/design.ts';
import { ColorField } from './color-field.tsx';
import { NumberField } from './fields.tsx';

type Shadow = NonNullable<ElementOf<'shape'>['shadow']>;

const INITIAL: Shadow = { x: 2, y: 3, blur: 6, color: '#00000066' };

interface ShadowFieldProps {
  shadow: Shadow | undefined;
  isMixed?: boolean;
  onChange: (shadow: Shadow | undefined) => void;
}

/** Edits the optional shadow of a shape or image. */
export function ShadowField({ shadow, isMixed = false, onChange }: ShadowFieldProps) {
  return (
    <Stack gap={4}>
      <Checkbox
        size="xs"
        label={t`Shadow`}
        checked={shadow !== undefined && !isMixed}
        indeterminate={isMixed}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? INITIAL : undefined)}
      />
      {shadow && !isMixed && (
        <>
          <ColorField
            label={t`Shadow colour`}
            value={shadow.color}
            onChange={(color) => onChange({ ...shadow, color })}
          />
          <Group gap="xs" grow align="flex-end">
            <NumberField
              label={t`Shadow X`}
              value={shadow.x}
              {...SHADOW_RANGES.offset}
              onChange={(x) => onChange({ ...shadow, x })}
            />
            <NumberField
              label={t`Shadow Y`}
              value={shadow.y}
              {...SHADOW_RANGES.offset}
              onChange={(y) => onChange({ ...shadow, y })}
            />
            <NumberField
              label={t`Shadow blur`}
              value={shadow.blur}
              {...SHADOW_RANGES.blur}
              onChange={(blur) => onChange({ ...shadow, blur })}
            />
          </Group>
        </>
      )}
    </Stack>
  );
}
