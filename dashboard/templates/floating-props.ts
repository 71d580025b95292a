/** What opens over the page belongs to its content, where those who go by landmarks find it. */
export const floatingProps = { portalProps: { target: '#main' } } as const;

/** For menus: the first item takes the keyboard. */
export const menuProps = { ...floatingProps, withInitialFocusPlaceholder: false } as const;
