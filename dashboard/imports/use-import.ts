import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi, useApiClient } from '../lib/api.tsx';
import { useAttempt } from '../lib/attempt.ts';
import { LocalError } from '../lib/errors/errors.ts';
import type { ImportInput } from './rows.ts';

/** Checks and performs an import. Repeated clicks and lost answers import it once. */
export function useImport() {
  const api = useApi();
  const client = useApiClient();
  const attempt = useAttempt();
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: (input: ImportInput) => client.imports.create.mutate({ ...input, dryRun: true }),
  });
  const run = useMutation({
    mutationFn: (input: ImportInput) => client.imports.create.mutate(input, attempt.optionsFor(input)),
    onSuccess: () => {
      attempt.succeeded();
      for (const path of [api.credits, api.imports, api.certificates])
        void queryClient.invalidateQueries(path.pathFilter());
    },
  });
  /** Uploads the named files, one after the other. Returns their names for the API. */
  const upload = async (
    files: ReadonlyMap<string, File>,
    named: readonly string[],
    onProgress: (done: number) => void,
  ) => {
    const uploaded = new Map<string, string>();
    for (const name of named) {
      const content = files.get(name);
      if (!content)
        throw new LocalError(t`The table names ${name}, which is not among the PDFs. Add it, or correct the table.`);
      const form = new FormData();
      form.set('file', content);
      const { file } = await client.imports.addFile.mutate(form);
      uploaded.set(name, file);
      onProgress(uploaded.size);
    }
    return uploaded;
  };
  return { check, run, upload };
}
