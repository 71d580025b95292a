import { t } from '@lingui/core/macro';
import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { MAX_VALIDITY } from '../../../../templates-engine/design/properties.ts';
import { changeDesign } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';

const CHOICES = [
  { value: '', label: t`Never expire` },
  { value: 'months', label: t`Months after the award` },
  { value: 'days', label: t`Days after the award` },
  { value: 'until', label: t`A fixed last day` },
];

/** Validity to begin with after a choice. */
const defaultsOf = (choice: string) => {
  if (choice === 'months') return { months: 24 };
  if (choice === 'days') return { days: 90 };
  return choice === 'until' ? { until: `${new Date().getFullYear() + 1}-12-31` } : undefined;
};

/** Edits how long the certificates are valid. */
export function ValidityProperties() {
  const { draft, edit, dispatch } = useEditor();
  const { validity = {} } = draft;
  const settle = () => dispatch({ type: 'settle' });
  const [kind = ''] = Object.keys(validity);
  const { until } = validity;
  return (
    <>
      <NativeSelect
        size="xs"
        label={t`Certificates expire`}
        description={t`A certificate can have its own expiry`}
        data={CHOICES}
        value={kind}
        onChange={({ currentTarget: { value } }) => edit(changeDesign({ validity: defaultsOf(value) }))}
      />
      {(kind === 'months' || kind === 'days') && (
        <NumberInput
          size="xs"
          label={kind === 'months' ? t`Months` : t`Days`}
          min={1}
          max={MAX_VALIDITY[kind]}
          allowDecimal={false}
          value={validity[kind] ?? ''}
          onChange={(value) =>
            typeof value === 'number' && edit(changeDesign({ validity: { [kind]: value } }), 'validity')
          }
          onBlur={settle}
        />
      )}
      {kind === 'until' && (
        <TextInput
          size="xs"
          type="date"
          label={t`Last valid day`}
          value={until ?? ''}
          onChange={({ currentTarget: { value } }) =>
            value && edit(changeDesign({ validity: { until: value } }), 'validity')
          }
          onBlur={settle}
        />
      )}
    </>
  );
}
