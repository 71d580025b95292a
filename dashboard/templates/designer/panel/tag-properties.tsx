import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.tsx';
import { TagsField } from '../../../tags/tags-field.tsx';
import { changeDesign } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';

/** Edits the tags of the template. */
export function TagProperties() {
  const { draft, edit } = useEditor();
  const { data } = useQuery(useApi().designs.list.queryOptions());
  return (
    <TagsField
      size="xs"
      label={t`Tags`}
      description={t`For your list of templates. They’re not on certificates.`}
      suggested={[...new Set(data?.designs.flatMap(({ tags }) => tags))].sort()}
      value={draft.tags ?? []}
      onChange={(tags) => edit(changeDesign({ tags: tags.length > 0 ? tags : undefined }))}
    />
  );
}
