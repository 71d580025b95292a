import { Trans } from '@lingui/react/macro';
import { Badge, Tabs } from '@mantine/core';
import { type PanelTab, useEditor } from '../model/editor-context.ts';
import { useChecked } from '../model/preview.ts';
import { Checks } from './checks.tsx';
import { Properties } from './properties.tsx';
import { Variables } from './variables.tsx';

/** Panel of properties, variables and checks: right of the page, or below it on narrow screens. */
export function Panel() {
  const { tab, showTab } = useEditor();
  const { findings, failure } = useChecked();
  const faults = findings.length + (failure ? 1 : 0);
  return (
    <Tabs value={tab} onChange={(value) => value && showTab(value as PanelTab)} keepMounted={false}>
      <Tabs.List mb="sm" grow>
        <Tabs.Tab value="properties" px={6}>
          <Trans>Properties</Trans>
        </Tabs.Tab>
        <Tabs.Tab value="variables" px={6}>
          <Trans>Variables</Trans>
        </Tabs.Tab>
        <Tabs.Tab
          value="checks"
          px={6}
          rightSection={
            faults > 0 && (
              <Badge size="sm" circle color="red.8">
                {faults}
              </Badge>
            )
          }
        >
          <Trans context="noun">Checks</Trans>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="properties">
        <Properties />
      </Tabs.Panel>
      <Tabs.Panel value="variables">
        <Variables />
      </Tabs.Panel>
      <Tabs.Panel value="checks">
        <Checks />
      </Tabs.Panel>
    </Tabs>
  );
}
