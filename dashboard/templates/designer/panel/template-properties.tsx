import { t } from '@lingui/core/macro';
import { NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { MAX_LENGTHS } from '../../../../templates-engine/design/properties.ts';
import { definitionIn } from '../../../../templates-engine/variables/properties.ts';
import { changeDesign } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import { EmailProperties } from './email-properties.tsx';
import { LanguageProperties } from './language-properties.tsx';
import { NumberingProperties } from './numbering-properties.tsx';
import { ReminderProperties } from './reminder-properties.tsx';
import { RequestProperties } from './request-properties.tsx';
import { TagProperties } from './tag-properties.tsx';
import { ValidityProperties } from './validity-properties.tsx';

const ONE_PER = [
  { value: '', label: t`No limit`, uniqueBy: undefined },
  { value: 'recipientEmail', label: t`E-mail address`, uniqueBy: 'recipientEmail' },
  { value: 'externalId', label: t`Your reference`, uniqueBy: 'externalId' },
] as const;

/** Edits the template's name, descriptions, language, recipient variable and rules of issuing. */
export function TemplateProperties() {
  const { draft, variables, edit, dispatch } = useEditor();
  const settle = () => dispatch({ type: 'settle' });
  const isKnown = variables.includes(draft.recipientNameVariable);
  return (
    <Stack gap="xs">
      <TextInput
        size="xs"
        label={t({ message: 'Name', context: 'of a template' })}
        required
        maxLength={MAX_LENGTHS.name}
        value={draft.name}
        error={draft.name.trim() === '' && t`Enter a name`}
        onChange={({ currentTarget }) => edit(changeDesign({ name: currentTarget.value }), 'name')}
        onBlur={settle}
      />
      <TextInput
        size="xs"
        label={t`Course or event`}
        description={t`What the certificates are for`}
        maxLength={MAX_LENGTHS.formationName}
        value={draft.formationName ?? ''}
        onChange={({ currentTarget: { value } }) =>
          edit(changeDesign({ formationName: value || undefined }), 'training')
        }
        onBlur={settle}
      />
      <Textarea
        size="xs"
        label={t`Description`}
        autosize
        minRows={2}
        maxLength={MAX_LENGTHS.description}
        value={draft.description ?? ''}
        onChange={({ currentTarget: { value } }) => edit(changeDesign({ description: value || undefined }), 'about')}
        onBlur={settle}
      />
      <TagProperties />
      <LanguageProperties />
      <ValidityProperties />
      <ReminderProperties />
      <EmailProperties />
      <RequestProperties />
      <Switch
        size="xs"
        label={t`Recipients may hide the public page`}
        description={t`Also of certificates issued earlier. The link still says whether a certificate is valid.`}
        checked={draft.hiding ?? false}
        onChange={({ currentTarget: { checked } }) => edit(changeDesign({ hiding: checked || undefined }))}
      />
      <NumberingProperties />
      <NativeSelect
        size="xs"
        label={t`One certificate per`}
        description={t`A second valid one is refused`}
        data={ONE_PER}
        value={draft.uniqueBy ?? ''}
        onChange={({ currentTarget: { value } }) =>
          edit(changeDesign({ uniqueBy: ONE_PER.find((one) => one.value === value)?.uniqueBy }))
        }
      />
      <NativeSelect
        size="xs"
        label={t`Recipient name`}
        description={t`The variable that holds the recipient’s name`}
        error={!isKnown && t`This variable isn’t on the page. Choose another one, or add it to a text.`}
        data={(isKnown ? variables : [draft.recipientNameVariable, ...variables]).map((value) => ({
          value,
          label: definitionIn(draft.variables, value).label ?? value,
        }))}
        value={draft.recipientNameVariable}
        onChange={({ currentTarget }) => edit(changeDesign({ recipientNameVariable: currentTarget.value }))}
      />
    </Stack>
  );
}
