import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { GRADIENT_DEFAULTS, GRADIENT_RANGES } from '../../../../templates-engine/elements/shared/properties.ts';
import type { Gradient } from '../model/design.ts';
import { ColorField } from './color-field.tsx';
import { NumberField } from './fields.tsx';

const { min: FEWEST, max: MOST } = GRADIENT_RANGES.stops;

const TYPES = [
  { value: 'linear', label: t`Linear` },
  { value: 'radial', label: t`Radial` },
];

/** Edits a gradient's type, angle and colours. */
export function GradientField({ gradient, onChange }: { gradient: Gradient; onChange: (gradient: Gradient) => void }) {
  const { type = GRADIENT_DEFAULTS.type, angle = GRADIENT_DEFAULTS.angle, stops } = gradient;
  const change = (members: Partial<Gradient>) => onChange({ ...gradient, ...members });
  const setStop = (index: number, members: Partial<Gradient['stops'][number]>) =>
    change({ stops: stops.map((stop, at) => (at === index ? { ...stop, ...members } : stop)) });
  return (
    <>
      <NativeSelect
        size="xs"
        label={t`Gradient type`}
        data={TYPES}
        value={type}
        onChange={({ currentTarget: { value } }) => change({ type: value as NonNullable<Gradient['type']> })}
      />
      {type === 'linear' && (
        <NumberField
          label={t`Angle`}
          value={angle}
          min={-360}
          max={360}
          step={15}
          suffix="°"
          onChange={(value) => change({ angle: value })}
        />
      )}
      {stops.map(({ offset, color }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stops are identified by position only
        <Group key={index} gap="xs" align="flex-end" wrap="nowrap">
          <ColorField
            label={t`Colour ${{ number: index + 1 }}`}
            value={color}
            onChange={(value) => setStop(index, { color: value })}
          />
          <NumberField
            label={t`Position ${{ number: index + 1 }}`}
            value={offset * 100}
            min={0}
            max={100}
            suffix=" %"
            onChange={(value) => setStop(index, { offset: value / 100 })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t`Remove colour ${{ number: index + 1 }}`}
            disabled={stops.length <= FEWEST}
            onClick={() => change({ stops: stops.filter((_, at) => at !== index) })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={stops.length >= MOST}
        onClick={() => change({ stops: [...stops, { offset: 1, color: '#ffffff' }] })}
      >
        <Trans>Add colour</Trans>
      </Button>
    </>
  );
}
