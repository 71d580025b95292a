import { Button, Group, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { PAGE_SIZES } from '../shared/page-sizes.ts';

type Size = (typeof PAGE_SIZES)[number];

/** Starts a template with an empty page of a chosen size. */
export function BlankPages({ isBusy, onChoose }: { isBusy: boolean; onChoose: (size: Size) => void }) {
  return (
    <Group gap="xs" role="group" aria-label="Blank page">
      <Text size="sm" c="dimmed">
        Or start with a blank page:
      </Text>
      {PAGE_SIZES.map((size) => (
        <Button
          key={size.name}
          size="xs"
          variant="default"
          leftSection={<IconFile size={14} aria-hidden />}
          disabled={isBusy}
          onClick={() => onChoose(size)}
        >
          {size.name}
        </Button>
      ))}
    </Group>
  );
}
