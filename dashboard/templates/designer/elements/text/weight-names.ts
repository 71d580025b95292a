import { t } from '@lingui/core/macro';

/** Names of font weights, as in the OpenType specification. */
export const WEIGHT_NAMES: Readonly<Record<number, string>> = {
  100: t({ message: 'Thin', context: 'font weight' }),
  200: t({ message: 'Extra light', context: 'font weight' }),
  300: t({ message: 'Light', context: 'font weight' }),
  400: t({ message: 'Regular', context: 'font weight' }),
  500: t({ message: 'Medium', context: 'font weight' }),
  600: t({ message: 'Semi-bold', context: 'font weight' }),
  700: t({ message: 'Bold', context: 'font weight' }),
  800: t({ message: 'Extra bold', context: 'font weight' }),
  900: t({ message: 'Black', context: 'font weight' }),
};
