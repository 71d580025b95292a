import { DEFAULT_COLOR } from '../shared/properties.ts';

export const QR_DEFAULTS = { value: '{{verificationUrl}}', color: DEFAULT_COLOR } as const;
