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
  rulers: { on: 'Show rulers', off: 'Hide rulers' },
  grid: { on: 'Show grid', off: 'Hide grid' },
  snap: { on: 'Turn on snapping', off: 'Turn off snapping' },
};

/** Sets the zoom, and which aids are shown over the page. */
export function ViewMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { view, draft } = useEditor();
  const { zoom, setZoom, fit, settings, setSettings, guides, setGuides } = view;
  const now = () => (zoom === 'fit' ? fit.current : zoom);
  const addGuide = (axis: 'x' | 'y') =>
    setGuides([...guides, { axis, at: Math.round((axis === 'x' ? draft.page.width : draft.page.height) / 2) }]);
  return (
    <Group gap={2} wrap="nowrap">
      <Tool label="Zoom out" icon={IconZoomOut} onClick={() => setZoom(Math.max(ZOOM_RANGE.min, now() / BY))} />
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-label={`View: ${zoom === 'fit' ? 'Fit' : `${Math.round(zoom * 100)} %`}`}
          >
            {zoom === 'fit' ? 'Fit' : `${Math.round(zoom * 100)} %`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Zoom</Menu.Label>
          <Menu.Item onClick={() => setZoom('fit')}>Fit to window</Menu.Item>
          {STEPS.map((step) => (
            <Menu.Item key={step} onClick={() => setZoom(step)}>
              {step * 100} %
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>Page</Menu.Label>
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
          <Menu.Label>Guides</Menu.Label>
          <Menu.Item onClick={() => addGuide('x')}>Add vertical guide</Menu.Item>
          <Menu.Item onClick={() => addGuide('y')}>Add horizontal guide</Menu.Item>
          <Menu.Item disabled={guides.length === 0} onClick={() => setGuides([])}>
            Clear guides
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={onShortcuts}>Keyboard shortcuts</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Tool label="Zoom in" icon={IconZoomIn} onClick={() => setZoom(Math.min(ZOOM_RANGE.max, now() * BY))} />
    </Group>
  );
}
