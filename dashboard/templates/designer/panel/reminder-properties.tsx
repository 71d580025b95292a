import { plural, t } from '@lingui/core/macro';
import { Checkbox, MultiSelect, Stack } from '@mantine/core';
import { MAX_REMINDERS } from '../../../../templates-engine/design/properties.ts';
import { changeDesign } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';

const SUGGESTED = [90, 60, 30, 14, 7, 1];

const labelOf = (days: number) => plural(days, { one: '# day', other: '# days' });

/** Chooses the reminders of the expiry, and who gets them. */
export function ReminderProperties() {
  const { draft, edit } = useEditor();
  const { reminders } = draft;
  const own = reminders?.daysBefore ?? [];
  const choices = [...new Set([...SUGGESTED, ...own])].sort((one, other) => other - one);
  const change = (more: Partial<NonNullable<typeof reminders>>) =>
    edit(changeDesign({ reminders: { daysBefore: own, recipient: true, issuer: true, ...reminders, ...more } }));
  return (
    <Stack gap={10}>
      <MultiSelect
        size="xs"
        label={t`Reminders before they expire`}
        description={t`Up to ${{ count: MAX_REMINDERS.count }}. They also apply to certificates issued earlier.`}
        placeholder={own.length === 0 ? t({ message: 'None', context: 'reminders' }) : undefined}
        data={choices.map((days) => ({ value: String(days), label: labelOf(days) }))}
        maxValues={MAX_REMINDERS.count}
        value={own.map(String)}
        onChange={(values) => {
          const daysBefore = values.map(Number).sort((one, other) => other - one);
          if (daysBefore.length > 0) change({ daysBefore });
          else edit(changeDesign({ reminders: undefined }));
        }}
      />
      {reminders && (
        <>
          <Checkbox
            size="xs"
            label={t`E-mail the recipient`}
            checked={reminders.recipient ?? true}
            onChange={({ currentTarget: { checked } }) => change({ recipient: checked })}
          />
          <Checkbox
            size="xs"
            label={t`Add to the digest of members who want it`}
            checked={reminders.issuer ?? true}
            onChange={({ currentTarget: { checked } }) => change({ issuer: checked })}
          />
        </>
      )}
    </Stack>
  );
}
