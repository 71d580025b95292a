import { useLocalStorage } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import type { Guide } from './model/snapping.ts';
import { VIEW_DEFAULTS, type View, type ViewSettings, type Zoom } from './model/view.ts';

const NO_GUIDES: Guide[] = [];
const NONE: ReadonlySet<string> = new Set();

/** Returns the view of a template: zoom and hidden layers until it is closed; the rest is kept in this browser. */
export function useView(templateId: string): View {
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [hidden, setHidden] = useState(NONE);
  const fit = useRef(1);
  const kept = { getInitialValueInEffect: false };
  const [settings, setSettings] = useLocalStorage<ViewSettings>({
    key: 'laurel-view',
    defaultValue: VIEW_DEFAULTS,
    ...kept,
  });
  const [guides, setGuides] = useLocalStorage<readonly Guide[]>({
    key: `laurel-guides-${templateId}`,
    defaultValue: NO_GUIDES,
    ...kept,
  });
  return useMemo(
    () => ({ zoom, setZoom, fit, settings, setSettings, guides, setGuides, hidden, setHidden }),
    [zoom, settings, setSettings, guides, setGuides, hidden],
  );
}
