import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../app/api.tsx';

/** Has the lists of fonts read anew: this screen's, and the designer's. */
export function useRefreshFonts(): () => Promise<unknown> {
  const api = useApi();
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries(api.fonts.pathFilter()),
      queryClient.invalidateQueries(api.designs.fonts.pathFilter()),
    ]);
}
