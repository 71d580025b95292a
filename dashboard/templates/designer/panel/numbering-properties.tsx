import { t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.tsx';
import { changeDesign } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';

/** Chooses the series in which the certificates are numbered. */
export function NumberingProperties() {
  const { draft, edit } = useEditor();
  const { data } = useQuery(useApi().numberSeries.list.queryOptions());
  const own = draft.numbering?.series ?? '';
  const known = data?.numberSeries.map(({ name }) => name) ?? [];
  const isMissing = own !== '' && data !== undefined && !known.includes(own);
  return (
    <NativeSelect
      size="xs"
      label={t`Certificate numbers`}
      description={t`Insert “Certificate number” into a text to print them`}
      error={isMissing && t`This series doesn’t exist. Create it in the settings, or choose another one.`}
      data={[
        { value: '', label: t({ message: 'None', context: 'series of numbers' }) },
        ...(own === '' || known.includes(own) ? [] : [own]),
        ...known,
      ]}
      value={own}
      onChange={({ currentTarget: { value } }) =>
        edit(changeDesign({ numbering: value === '' ? undefined : { series: value } }))
      }
    />
  );
}
