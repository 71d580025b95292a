import { ActionIcon, Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { DESIGN_RANGES } from '../../../../templates-engine/design/properties.ts';
import { ColorField } from '../controls/color-field.tsx';
import { NumberField } from '../controls/fields.tsx';
import type { Gradient } from '../model/design.ts';

const INITIAL: Gradient = {
  angle: 135,
  stops: [
    { offset: 0, color: '#ffffff' },
    { offset: 1, color: '#d9e2ec' },
  ],
};
const { min: FEWEST, max: MOST } = DESIGN_RANGES.gradientStops;

interface GradientPropertiesProps {
  gradient: Gradient | undefined;
  onChange: (gradient: Gradient | undefined) => void;
}

/** The stops and the angle of the background's gradient. */
export function GradientProperties({ gradient, onChange }: GradientPropertiesProps) {
  return (
    <Stack gap="xs">
      <Checkbox
        size="xs"
        label="Gradient"
        checked={gradient !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? INITIAL : undefined)}
      />
      {gradient && <Stops gradient={gradient} onChange={onChange} />}
    </Stack>
  );
}

function Stops({ gradient, onChange }: { gradient: Gradient; onChange: (gradient: Gradient) => void }) {
  const { angle, stops } = gradient;
  const setStop = (index: number, members: Partial<Gradient['stops'][number]>) =>
    onChange({ angle, stops: stops.map((stop, at) => (at === index ? { ...stop, ...members } : stop)) });
  return (
    <>
      <NumberField
        label="Angle"
        value={angle}
        min={-360}
        max={360}
        step={15}
        suffix="°"
        onChange={(value) => onChange({ angle: value, stops })}
      />
      {stops.map(({ offset, color }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stop has no other name than its place
        <Group key={index} gap="xs" align="flex-end" wrap="nowrap">
          <ColorField
            label={`Colour ${index + 1}`}
            value={color}
            onChange={(value) => setStop(index, { color: value })}
          />
          <NumberField
            label={`Place ${index + 1}`}
            value={offset * 100}
            min={0}
            max={100}
            suffix=" %"
            onChange={(value) => setStop(index, { offset: value / 100 })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove colour ${index + 1}`}
            disabled={stops.length <= FEWEST}
            onClick={() => onChange({ angle, stops: stops.filter((_, at) => at !== index) })}
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
        onClick={() => onChange({ angle, stops: [...stops, { offset: 1, color: '#ffffff' }] })}
      >
        Add a colour
      </Button>
    </>
  );
}
