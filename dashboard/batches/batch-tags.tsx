import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MAX_TAGS } from '../../templates-engine/design/properties.ts';
import { useApi } from '../lib/api.tsx';
import { notifyDone, notifyError } from '../lib/errors/errors.ts';
import { EditTags } from '../tags/edit-tags.tsx';
import type { Batch } from './batch-progress.tsx';

const SAVED = t`Tags saved.`;

/** Shows the tags of a batch, and lets a person change those of the batch and its certificates. */
export function BatchTags({ batch: { id, tags } }: { batch: Batch }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const change = useMutation(
    api.batches.changeTags.mutationOptions({
      onSuccess: async ({ full }) => {
        const most = MAX_TAGS;
        const remark = plural(full, {
          one: `# certificate would have more than ${most} tags, and didn’t change.`,
          other: `# certificates would have more than ${most} tags, and didn’t change.`,
        });
        notifyDone(full === 0 ? SAVED : `${SAVED} ${remark}`);
        await queryClient.invalidateQueries(api.batches.pathFilter());
        await queryClient.invalidateQueries(api.certificates.pathFilter());
      },
      onError: notifyError,
    }),
  );
  return (
    <EditTags
      tags={tags}
      description={t`The certificates of the batch change, too. Only members of your organisation see tags.`}
      onSave={(changed) => change.mutateAsync({ id, ...changed })}
    />
  );
}
