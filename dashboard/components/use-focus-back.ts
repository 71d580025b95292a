import { useEffect, useState } from 'react';

/** Restores focus when a dialog that is mounted only while open is closed. The library does this for permanently mounted ones. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the dialog is gone, and only if nothing else has focus.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
