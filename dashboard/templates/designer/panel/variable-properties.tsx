import { t } from '@lingui/core/macro';
import { Checkbox, NativeSelect, Textarea, type TextareaProps, TextInput } from '@mantine/core';
import {
  definitionIn,
  VARIABLE_LIMITS,
  VARIABLE_TYPES,
  type VariableDefinition,
  type VariableDefinitions,
} from '../../../../templates-engine/variables/properties.ts';
import { PictureInput } from '../../../pictures/picture-input.tsx';
import { LinesArea } from '../controls/lines-area.tsx';
import { draftDefinitions } from '../elements/kinds.ts';
import { changeDesign } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import { FormatField } from './format-field.tsx';

const TYPE_NAMES: Readonly<Record<(typeof VARIABLE_TYPES)[number], string>> = {
  text: t`Text`,
  date: t`Date`,
  number: t`Number`,
  choice: t`Choice`,
  picture: t`Picture`,
};

/** Edits a variable's definition. */
export function VariableProperties({ name }: { name: string }) {
  const { draft, dispatch } = useEditor();
  const change = useDefinition(name);
  const { type = 'text', ...definition } = definitionIn(draftDefinitions(draft), name);
  const text = (member: 'label' | 'default' | 'sample' | 'description') => ({
    size: 'xs' as const,
    value: definition[member] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      change({ [member]: value || undefined }),
    onBlur: () => dispatch({ type: 'settle' }),
  });
  // Texts can have several lines, for example the rows of a table.
  const Value = type === 'text' ? LinesInput : TextInput;
  return (
    <>
      <NativeSelect
        size="xs"
        label={t`Type`}
        data={VARIABLE_TYPES.map((value) => ({ value, label: TYPE_NAMES[value] }))}
        value={type}
        onChange={({ currentTarget }) => change(ofType(currentTarget.value as (typeof VARIABLE_TYPES)[number]))}
      />
      <TextInput {...text('label')} label={t`Label`} placeholder={name} maxLength={VARIABLE_LIMITS.label} />
      {(type === 'date' || type === 'number') && (
        <FormatField key={type} type={type} value={definition.format} onChange={(format) => change({ format })} />
      )}
      {type === 'choice' && (
        <OptionsField value={definition.options ?? []} onChange={(options) => change({ options })} />
      )}
      <Checkbox
        size="xs"
        label={t`Required`}
        checked={definition.required ?? false}
        onChange={({ currentTarget }) => change({ required: currentTarget.checked || undefined })}
      />
      {type === 'picture' ? (
        <PictureInput
          label={t`Default`}
          description={t`Used when no value is given`}
          value={definition.default ?? ''}
          onChange={(value) => change({ type, default: value || undefined })}
        />
      ) : (
        <>
          <Value {...text('default')} label={t`Default`} description={t`Used when no value is given`} />
          <Value {...text('sample')} label={t`Sample`} description={t`Shown in previews`} />
        </>
      )}
      <Textarea {...text('description')} label={t`Description`} autosize maxLength={VARIABLE_LIMITS.description} />
    </>
  );
}

/** Edits the format of a date that the platform fills in. */
export function DateFormat({ name }: { name: string }) {
  const { draft } = useEditor();
  const change = useDefinition(name);
  const { format } = definitionIn(draft.variables, name);
  return <FormatField type="date" value={format} onChange={(next) => change({ type: 'date', format: next })} />;
}

const LinesInput = (props: TextareaProps) => <Textarea {...props} autosize minRows={1} maxRows={8} />;

/** Resets the values and formats that the new type does not share. */
const ofType = (type: VariableDefinition['type']): VariableDefinition => ({
  type: type === 'text' ? undefined : type,
  format: undefined,
  options: undefined,
  default: undefined,
  sample: undefined,
});

/** Changes members of a variable's definition; undefined removes one. An empty definition is omitted. */
function useDefinition(name: string) {
  const { edit } = useEditor();
  return (members: VariableDefinition) =>
    edit(
      (state) => changeDesign({ variables: withDefinition(state.draft.variables, name, members) })(state),
      `variable ${name} ${Object.keys(members).join()}`,
    );
}

function withDefinition(
  variables: VariableDefinitions | undefined,
  name: string,
  members: VariableDefinition,
): VariableDefinitions | undefined {
  const changed = { ...definitionIn(variables, name), ...members };
  const kept = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
  const others = Object.entries(variables ?? {}).filter(([other]) => other !== name);
  const all = Object.keys(kept).length > 0 ? [...others, [name, kept] as const] : others;
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}

/** Edits the options as lines of text. */
function OptionsField({ value, onChange }: { value: readonly string[]; onChange: (options: string[]) => void }) {
  return (
    <LinesArea
      label={t`Options`}
      description={t`One per line`}
      minRows={2}
      error={value.length === 0 && t`Add at least one option`}
      value={value}
      read={optionsIn}
      onChange={onChange}
    />
  );
}

function optionsIn(typed: string): string[] {
  const lines = typed.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}
