import { Group, NativeSelect } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { Tool } from '../controls/tool.tsx';

/** How large the page is shown: a factor, or as it fits. */
export type Zoom = 'fit' | number;

const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2];
const LEAST = 0.1;

/** The factor at which the whole page fits a viewport. */
export const fitZoom = (page: { width: number; height: number }, room: { width: number; height: number }): number =>
  room.width <= 0 ? 1 : Math.max(LEAST, Math.min(2, room.width / page.width, room.height / page.height));

/** How large the page is shown. */
export function ZoomControl({ zoom, onChange }: { zoom: Zoom; onChange: (zoom: Zoom) => void }) {
  const current = zoom === 'fit' ? 1 : zoom;
  const smaller = STEPS.findLast((step) => step < current);
  const larger = STEPS.find((step) => step > current);
  const options = [
    { value: 'fit', label: 'Fit' },
    ...STEPS.map((step) => ({ value: String(step), label: `${step * 100} %` })),
  ];
  return (
    <Group gap={4} wrap="nowrap">
      <Step label="Zoom out" icon={IconZoomOut} to={smaller} onChange={onChange} />
      <NativeSelect
        aria-label="Zoom"
        size="xs"
        data={options}
        value={String(zoom)}
        onChange={({ currentTarget: { value } }) => onChange(value === 'fit' ? 'fit' : Number(value))}
      />
      <Step label="Zoom in" icon={IconZoomIn} to={larger} onChange={onChange} />
    </Group>
  );
}

interface StepProps {
  label: string;
  icon: typeof IconZoomIn;
  to: number | undefined;
  onChange: (zoom: Zoom) => void;
}

const Step = ({ to, onChange, ...shown }: StepProps) => (
  <Tool {...shown} isDisabled={to === undefined} onClick={() => to !== undefined && onChange(to)} />
);
