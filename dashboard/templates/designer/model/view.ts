import type { Guide } from './snapping.ts';
import type { Unit } from './units.ts';

/** Display settings of the designer, kept per browser. */
export interface ViewSettings {
  rulers: boolean;
  grid: boolean;
  snap: boolean;
  /** Unit of lengths; without a choice, that of the page. */
  unit?: Unit;
}

export const VIEW_DEFAULTS: ViewSettings = { rulers: true, grid: false, snap: true };

/** Distance between grid lines, in points. */
export const GRID = 12;

/** Zoom of the page: a factor, or fitted to the window. */
export type Zoom = 'fit' | number;
export const ZOOM_RANGE = { min: 0.1, max: 8 } as const;

export interface View {
  zoom: Zoom;
  setZoom: (zoom: Zoom) => void;
  /** Current factor of `fit`. */
  fit: { current: number };
  settings: ViewSettings;
  setSettings: (settings: ViewSettings) => void;
  /** Lines placed by the user, in points. */
  guides: readonly Guide[];
  setGuides: (guides: readonly Guide[]) => void;
  /** Elements hidden while editing. Certificates still show them, so this is not saved. */
  hidden: ReadonlySet<string>;
  setHidden: (hidden: ReadonlySet<string>) => void;
}
