import { createContext, useContext, useEffect } from 'react';

const FullScreenContext = createContext<(isFull: boolean) => void>(() => {});
export const FullScreenProvider = FullScreenContext.Provider;

/** Takes the app's header and navigation away while a screen is shown that fills the window itself. */
export function useFullScreen(): void {
  const setFull = useContext(FullScreenContext);
  useEffect(() => {
    setFull(true);
    return () => setFull(false);
  }, [setFull]);
}
