import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that waits for work and uses its result. Drops the result if later work has begun, or if the component is no longer
 * shown: it is about something that the person has replaced.
 */
export function useLatest() {
  const latest = useRef<Promise<unknown>>(null);
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  return useCallback(async <Of>(work: Promise<Of>, use: (result: Of) => void): Promise<void> => {
    latest.current = work;
    const result = await work;
    if (latest.current === work) use(result);
  }, []);
}
