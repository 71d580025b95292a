import { DEFAULT_COLOR } from '../shared/properties.ts';
import type { QrElement } from './schema.ts';

export const QR_DEFAULTS = { value: '{{verificationUrl}}', color: DEFAULT_COLOR } as const satisfies Partial<QrElement>;
