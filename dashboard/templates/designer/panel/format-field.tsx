import { t } from '@lingui/core/macro';
import { NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import {
  DEFAULT_FORMATS,
  FORMAT_NAMES,
  type FormatName,
  type VariableDefinition,
} from '../../../../templates-engine/variables/properties.ts';
import { sameJson } from '../model/same-json.ts';

type Format = VariableDefinition['format'];

const NAMES: Readonly<Record<'date' | 'number', Readonly<Record<FormatName, string>>>> = {
  date: {
    short: t`Short: 20/11/26`,
    medium: t`Medium: 20 Nov 2026`,
    long: t`Long: 20 November 2026`,
    full: t`Full: Friday 20 November 2026`,
  },
  number: {
    short: t`Short: 1.2K`,
    medium: t`Medium: up to three decimals`,
    long: t`Long: 1.2 thousand`,
    full: t`Full: all digits`,
  },
};
const OWN = { date: '{ "year": "numeric", "month": "long" }', number: '{ "style": "currency", "currency": "EUR" }' };

interface FormatFieldProps {
  type: 'date' | 'number';
  value: Format;
  onChange: (format: Format) => void;
}

/** Edits the format of a date or number: a predefined length, or custom options. */
export function FormatField({ type, value, onChange }: FormatFieldProps) {
  const isOwn = typeof value === 'object';
  return (
    <>
      <NativeSelect
        size="xs"
        label={t`Format`}
        description={t`In the certificate’s language`}
        data={[
          ...FORMAT_NAMES.map((name) => ({ value: name, label: NAMES[type][name] })),
          { value: 'own', label: t({ message: 'Custom', context: 'format' }) },
        ]}
        value={isOwn ? 'own' : (value ?? DEFAULT_FORMATS[type])}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === 'own' ? JSON.parse(OWN[type]) : (currentTarget.value as FormatName))
        }
      />
      {isOwn && <OptionsOfIntl type={type} value={value} onChange={onChange} />}
    </>
  );
}

/** Edits the options as JSON. Invalid JSON is not applied. Shows the JSON as typed, unless the options are others after an undo. */
function OptionsOfIntl({ type, value, onChange }: FormatFieldProps) {
  const [typed, setTyped] = useState<{ json: string; applied: Format } | null>(null);
  const shown = typed && sameJson(typed.applied, value) ? typed.json : JSON.stringify(value, null, 1);
  return (
    <Textarea
      size="xs"
      label={t`Format options`}
      description={t`JSON, as for ${{ name: type === 'date' ? 'Intl.DateTimeFormat' : 'Intl.NumberFormat' }} in JavaScript`}
      autosize
      error={!readObject(shown) && t`Enter JSON, for example ${{ example: OWN[type] }}`}
      value={shown}
      onChange={({ currentTarget: { value: json } }) => {
        const read = readObject(json);
        setTyped({ json, applied: read ?? value });
        if (read) onChange(read);
      }}
    />
  );
}

function readObject(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
