import { t } from '@lingui/core/macro';
import { Button, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';

export const STEPS: readonly string[] = [
  t`Template`,
  t`Data`,
  t`Columns`,
  t({ message: 'Check', context: 'step' }),
  t({ message: 'Issue', context: 'step' }),
];

interface StepsProps {
  current: number;
  /** Furthest step that the entered data allows. */
  furthest: number;
  onChange: (step: number) => void;
}

/** Lists the steps of creating a batch, with links back. */
export function Steps({ current, furthest, onChange }: StepsProps) {
  return (
    <nav aria-label={t`Steps`}>
      <Group component="ol" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {STEPS.map((name, step) => (
          <li key={name}>
            <Button
              size="xs"
              variant={step === current ? 'filled' : 'default'}
              disabled={step > furthest}
              aria-current={step === current ? 'step' : undefined}
              rightSection={
                step < current ? (
                  <IconCheck size={14} aria-label={t({ message: 'done', context: 'step' })} />
                ) : undefined
              }
              onClick={() => onChange(step)}
            >
              {step + 1}. {name}
            </Button>
          </li>
        ))}
      </Group>
    </nav>
  );
}
