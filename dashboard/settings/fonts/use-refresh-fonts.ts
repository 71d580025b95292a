import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api.tsx';

/** Returns a function that refetches the lists of fonts of this screen and of the designer. */
export function useRefreshFonts(): () => Promise<unknown> {
  const api = useApi();
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries(api.fonts.pathFilter()),
      queryClient.invalidateQueries(api.designs.fonts.pathFilter()),
    ]);
}
