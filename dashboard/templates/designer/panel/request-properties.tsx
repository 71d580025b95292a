import { t } from '@lingui/core/macro';
import { MultiSelect } from '@mantine/core';
import { definitionIn } from '../../../../templates-engine/variables/properties.ts';
import { changeDesign } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';

/** Chooses the variables for which recipients may ask for a correction. Variables that are not on the page stay shown, with an error. */
export function RequestProperties() {
  const { draft, variables, definitions, edit } = useEditor();
  const own = draft.requests?.variables ?? [];
  const known = variables.filter((name) => definitionIn(definitions, name).type !== 'picture');
  const isKnown = own.every((name) => known.includes(name));
  return (
    <MultiSelect
      size="xs"
      label={t`Recipients may ask to correct`}
      description={t`Also on certificates issued earlier. You decide on each request.`}
      placeholder={own.length === 0 ? t`Nothing` : undefined}
      error={!isKnown && t`Remove what isn’t on the page any more.`}
      data={[...new Set([...known, ...own])].map((value) => ({
        value,
        label: definitionIn(definitions, value).label ?? value,
      }))}
      value={[...own]}
      onChange={(names) => edit(changeDesign({ requests: names.length > 0 ? { variables: names } : undefined }))}
    />
  );
}
