import {
  Anchor,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  type MantineColorsTuple,
  Menu,
  Modal,
  Notification,
  Popover,
  Select,
  Tooltip,
} from '@mantine/core';

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

/** A page has one banner, and that is the shell's. */
const dialog = { attributes: { header: { role: 'presentation' } }, closeButtonProps: { 'aria-label': 'Close' } };
/** What opens over the page belongs to its content, where those who go by landmarks find it. */
const floating = { portalProps: { target: '#main' } };

/** Contrast of 4.5 and more in both schemes (WCAG 1.4.3): dark shades on light ground, light text on them. */
export const theme = createTheme({
  primaryColor: 'laurel',
  primaryShade: { light: 8, dark: 7 },
  colors: { laurel },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  headings: { fontWeight: '650' },
  respectReducedMotion: true,
  // In a line of text, colour alone does not tell a link.
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    Modal: Modal.extend({ defaultProps: dialog }),
    Drawer: Drawer.extend({ defaultProps: dialog }),
    // The first item takes the keyboard.
    Menu: Menu.extend({ defaultProps: { ...floating, withInitialFocusPlaceholder: false } }),
    Popover: Popover.extend({ defaultProps: floating }),
    Tooltip: Tooltip.extend({ defaultProps: floating }),
    Select: Select.extend({ defaultProps: { comboboxProps: floating } }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: { description: { color: 'inherit' } },
    }),
  },
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#54606e',
    '--mantine-color-body': '#f7f8fa',
    '--mantine-color-placeholder': '#6b7580',
    '--mantine-color-error': '#c92a2a',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b2bd',
    '--mantine-color-anchor': '#74cb9e',
    '--mantine-color-placeholder': '#98a2ad',
    '--mantine-color-error': '#ff8787',
  },
});
