import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../lib/api.tsx';
import type { Outputs } from '../lib/session.ts';
import { EditTags } from '../tags/edit-tags.tsx';
import { useRefresh } from './use-refresh.ts';

/** Shows the tags of a certificate, and lets a person change them. */
export function CertificateTags({ certificate: { id, tags } }: { certificate: Outputs['certificates']['get'] }) {
  const change = useMutation(useApi().certificates.changeTags.mutationOptions(useRefresh(t`Tags saved.`)));
  return (
    <EditTags
      tags={tags}
      description={t`Only members of your organisation see them.`}
      onSave={(changed) => change.mutateAsync({ selection: { ids: [id] }, ...changed })}
    />
  );
}
