import type { ShapeElement } from './schema.ts';

export const SHAPE_RANGES = { strokeWidth: { min: 0, max: 1000 } } as const;

export const SHAPE_DEFAULTS = { strokeWidth: 1, radius: 0 } as const satisfies Partial<ShapeElement>;
