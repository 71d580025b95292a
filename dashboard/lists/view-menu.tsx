import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Popover, Radio, Stack } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react';
import type { ListView } from './use-list-view.ts';

/** Lets a person choose the height of a list's rows and its columns. */
export function ViewMenu({ view }: { view: ListView }) {
  const shown = view.columns.map(({ key }) => key).filter(view.shows);
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <Trans context="of a list">View</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 2rem)">
        <Stack>
          <Radio.Group
            label={t`Rows`}
            value={view.isCompact ? 'compact' : 'comfortable'}
            onChange={(value) => view.setCompact(value === 'compact')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="comfortable" label={t({ message: 'Comfortable', context: 'rows' })} />
              <Radio value="compact" label={t({ message: 'Compact', context: 'rows' })} />
            </Stack>
          </Radio.Group>
          <Checkbox.Group
            label={t`Columns`}
            value={shown}
            onChange={(keys) => {
              for (const { key } of view.columns)
                if (keys.includes(key) !== view.shows(key)) view.show(key, keys.includes(key));
            }}
          >
            <Stack gap="xs" mt="xs">
              {view.columns.map(({ key, label }) => (
                <Checkbox key={key} value={key} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
