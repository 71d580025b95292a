import { createContext, useContext, useEffect } from 'react';

const FullScreenContext = createContext<(isFull: boolean) => void>(() => {});
export const FullScreenProvider = FullScreenContext.Provider;

/** Hides the app's header and navigation while a screen fills the window itself. */
export function useFullScreen(): void {
  const setFull = useContext(FullScreenContext);
  useEffect(() => {
    setFull(true);
    return () => setFull(false);
  }, [setFull]);
}
