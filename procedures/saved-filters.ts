import { deleteSavedFilter } from '../domain/saved-filters/delete.ts';
import { listSavedFilters } from '../domain/saved-filters/list.ts';
import { saveFilter } from '../domain/saved-filters/save.ts';
import { SavedFilterId, SavedFilters, SaveFilter } from '../domain/saved-filters/schemas.ts';
import { asPerson, NoInput, router } from './base.ts';

export const savedFilters = router({
  list: asPerson('certificates:read')
    .input(NoInput)
    .output(SavedFilters)
    .query(({ ctx }) => listSavedFilters(ctx.domain)),

  save: asPerson('certificates:read')
    .input(SaveFilter)
    .output(SavedFilterId)
    .mutation(({ ctx, input }) => saveFilter(ctx.domain, input)),

  delete: asPerson('certificates:read')
    .input(SavedFilterId)
    .output(SavedFilterId)
    .mutation(({ ctx, input }) => deleteSavedFilter(ctx.domain, input)),
});
