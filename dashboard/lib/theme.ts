import { t } from '@lingui/core/macro';
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const laurel: MantineColorsTuple = [
  '#e9f8f0',
  '#d3eee0',
  '#a5ddc0',
  '#74cb9e',
  '#4cbc81',
  '#33b26e',
  '#1f9d5c',
  '#12814a',
  '#0b6b43',
  '#045434',
];

/** Warm greys for light backgrounds. */
const gray: MantineColorsTuple = [
  '#f8f8f4',
  '#f1f2ec',
  '#e6e8e0',
  '#d9dcd2',
  '#c5c9bd',
  '#a2a89a',
  '#7f867a',
  '#565d54',
  '#3b423b',
  '#242a25',
];
const dark: MantineColorsTuple = [
  '#d7ddd8',
  '#b4bcb6',
  '#97a19a',
  '#69756d',
  '#3e4943',
  '#313b35',
  '#252e29',
  '#1c2420',
  '#151b18',
  '#0f1412',
];

const SANS = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
const SERIF = 'Lora, Georgia, "Times New Roman", serif';

/** A page has one banner, which is the shell's. */
const dialog = {
  attributes: { header: { role: 'presentation' } },
  closeButtonProps: { 'aria-label': t`Close` },
  styles: { title: { lineHeight: 1.3, overflowWrap: 'anywhere' } },
} as const;
/** Attaches overlays to the page's content, so that users who navigate by landmarks find them. */
const floating = { portalProps: { target: '#main' } };

/** Contrast is at least 4.5 in both schemes (WCAG 1.4.3): dark shades on light backgrounds, light text on dark ones. */
export const theme = createTheme({
  primaryColor: 'laurel',
  primaryShade: { light: 8, dark: 7 },
  colors: { laurel, gray, dark },
  black: '#18201b',
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: SANS,
  headings: {
    fontFamily: SERIF,
    fontWeight: '600',
    sizes: { h1: { fontSize: '2rem', lineHeight: '1.2' }, h2: { fontSize: '1.6rem', lineHeight: '1.25' } },
  },
  respectReducedMotion: true,
  // Links in text must not rely on colour alone. Components are keyed by name, as imports would add each to the sign-in's bundle.
  components: {
    // All words on screens have one case.
    Badge: { defaultProps: { tt: 'none' } },
    Anchor: { defaultProps: { underline: 'always' } },
    Modal: { defaultProps: dialog },
    Drawer: { defaultProps: dialog },
    // The first item takes keyboard focus.
    Menu: { defaultProps: { ...floating, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: floating },
    Tooltip: { defaultProps: floating },
    Select: { defaultProps: { comboboxProps: floating } },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': t`Close` } },
      styles: { description: { color: 'inherit' } },
    },
  },
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#596158',
    '--mantine-color-body': '#fbfbf8',
    '--mantine-color-placeholder': '#6c746b',
    '--mantine-color-error': '#c92a2a',
  },
  dark: {
    '--mantine-color-dimmed': '#a8b3ac',
    '--mantine-color-anchor': '#74cb9e',
    '--mantine-color-placeholder': '#97a39b',
    '--mantine-color-error': '#ff8787',
  },
});
