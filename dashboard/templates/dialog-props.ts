/** What every dialog here has besides its own: a name for its cross, and no header that is taken for the window's. */
export const dialogProps = {
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
} as const;
