import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { Tool } from '../controls/tool.tsx';
import { useEditor } from '../model/editor-context.ts';
import { VIEW_DEFAULTS, type ViewSettings, ZOOM_RANGE } from '../model/view.ts';

const STEPS = [0.5, 0.75, 1, 1.5, 2, 4];
const BY = 1.25;

/** Returns the zoom factor at which the whole page fits a viewport. */
export const fitZoom = (page: { width: number; height: number }, room: { width: number; height: number }): number =>
  room.width <= 0
    ? 1
    : Math.max(ZOOM_RANGE.min, Math.min(2, room.width / page.width, Math.max(0, room.height) / page.height));

/** Labels that turn each setting on and off. */
const SETTINGS: Readonly<Record<Exclude<keyof ViewSettings, 'unit'>, { on: string; off: string }>> = {
  rulers: { on: t`Show rulers`, off: t`Hide rulers` },
  grid: { on: t`Show grid`, off: t`Hide grid` },
  snap: { on: t`Turn on snapping`, off: t`Turn off snapping` },
};

/** Sets the zoom, and which aids are shown over the page. */
export function ViewMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { view, draft } = useEditor();
  const { zoom, setZoom, fit, settings, setSettings, guides, setGuides } = view;
  const now = () => (zoom === 'fit' ? fit.current : zoom);
  const addGuide = (axis: 'x' | 'y') =>
    setGuides([...guides, { axis, at: Math.round((axis === 'x' ? draft.page.width : draft.page.height) / 2) }]);
  const shownZoom = zoom === 'fit' ? t({ message: 'Fit', context: 'zoom' }) : `${Math.round(zoom * 100)} %`;
  return (
    <Group gap={2} wrap="nowrap">
      <Tool label={t`Zoom out`} icon={IconZoomOut} onClick={() => setZoom(Math.max(ZOOM_RANGE.min, now() / BY))} />
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-label={t`View: ${{ zoom: shownZoom }}`}
          >
            {shownZoom}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Trans>Zoom</Trans>
          </Menu.Label>
          <Menu.Item onClick={() => setZoom('fit')}>
            <Trans>Fit to window</Trans>
          </Menu.Item>
          {STEPS.map((step) => (
            <Menu.Item key={step} onClick={() => setZoom(step)}>
              {step * 100} %
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>
            <Trans>Page</Trans>
          </Menu.Label>
          {(Object.keys(VIEW_DEFAULTS) as Exclude<keyof ViewSettings, 'unit'>[]).map((name) => (
            <Menu.Item
              key={name}
              closeMenuOnClick={false}
              onClick={() => setSettings({ ...settings, [name]: !settings[name] })}
            >
              {SETTINGS[name][settings[name] ? 'off' : 'on']}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>
            <Trans>Guides</Trans>
          </Menu.Label>
          <Menu.Item onClick={() => addGuide('x')}>
            <Trans>Add vertical guide</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => addGuide('y')}>
            <Trans>Add horizontal guide</Trans>
          </Menu.Item>
          <Menu.Item disabled={guides.length === 0} onClick={() => setGuides([])}>
            <Trans>Clear guides</Trans>
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={onShortcuts}>
            <Trans>Keyboard shortcuts</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Tool label={t`Zoom in`} icon={IconZoomIn} onClick={() => setZoom(Math.min(ZOOM_RANGE.max, now() * BY))} />
    </Group>
  );
}
