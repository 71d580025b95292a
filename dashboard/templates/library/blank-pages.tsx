import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { PAGE_SIZES } from '../shared/page-sizes.ts';

type Size = (typeof PAGE_SIZES)[number];

/** Starts a template with an empty page of a chosen size. */
export function BlankPages({ isBusy, onChoose }: { isBusy: boolean; onChoose: (size: Size) => void }) {
  return (
    <Group gap="xs" role="group" aria-label={t`Blank page`}>
      <Text size="sm" c="dimmed">
        <Trans>Or start with a blank page:</Trans>
      </Text>
      {PAGE_SIZES.map((size) => (
        <Button
          key={size.id}
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
