import { t } from '@lingui/core/macro';
import { Checkbox, Stack } from '@mantine/core';
import { GradientField } from '../controls/gradient-field.tsx';
import type { Gradient } from '../model/design.ts';

const INITIAL: Gradient = {
  angle: 135,
  stops: [
    { offset: 0, color: '#ffffff' },
    { offset: 1, color: '#d9e2ec' },
  ],
};

interface GradientPropertiesProps {
  gradient: Gradient | undefined;
  onChange: (gradient: Gradient | undefined) => void;
}

/** Edits the stops and the angle of the background's gradient. */
export function GradientProperties({ gradient, onChange }: GradientPropertiesProps) {
  return (
    <Stack gap="xs">
      <Checkbox
        size="xs"
        label={t`Gradient`}
        checked={gradient !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? INITIAL : undefined)}
      />
      {gradient && <GradientField gradient={gradient} onChange={onChange} />}
    </Stack>
  );
}
