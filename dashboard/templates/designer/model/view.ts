import type { Guide } from './snapping.ts';

/** What is shown beside and over the page. Each person's own: it is kept in the browser. */
export interface ViewSettings {
  rulers: boolean;
  grid: boolean;
  snap: boolean;
}

export const VIEW_DEFAULTS: ViewSettings = { rulers: true, grid: false, snap: true };

/** Points between the lines of the grid. */
export const GRID = 12;

/** How large the page is shown: a factor, or as it fits. */
export type Zoom = 'fit' | number;
export const ZOOM_RANGE = { min: 0.1, max: 8 } as const;

export interface View {
  zoom: Zoom;
  setZoom: (zoom: Zoom) => void;
  /** The factor that `fit` is at the moment. */
  fit: { current: number };
  settings: ViewSettings;
  setSettings: (settings: ViewSettings) => void;
  /** Lines that people have placed, in points. */
  guides: readonly Guide[];
  setGuides: (guides: readonly Guide[]) => void;
  /** Elements that are not shown while editing. Certificates show them all the same, so it is not kept. */
  hidden: ReadonlySet<string>;
  setHidden: (hidden: ReadonlySet<string>) => void;
}
