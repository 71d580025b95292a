import { Trans } from '@lingui/react/macro';
import { Tabs } from '@mantine/core';
import { Insert } from './insert/insert.tsx';
import { Layers } from './layers/layers.tsx';

/** Sidebar left of the page, with elements to insert and the list of layers. */
export function Sidebar() {
  return (
    <Tabs defaultValue="insert" keepMounted={false}>
      <Tabs.List grow mb="sm">
        <Tabs.Tab value="insert">
          <Trans context="verb">Insert</Trans>
        </Tabs.Tab>
        <Tabs.Tab value="layers">
          <Trans>Layers</Trans>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="insert">
        <Insert />
      </Tabs.Panel>
      <Tabs.Panel value="layers">
        <Layers />
      </Tabs.Panel>
    </Tabs>
  );
}
