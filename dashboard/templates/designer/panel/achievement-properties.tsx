import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Image, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { MAX_LENGTHS } from '../../../../templates-engine/design/properties.ts';
import { useShownSource } from '../../../pictures/shown-source.ts';
import { PictureField } from '../controls/picture-field.tsx';
import type { Achievement } from '../model/design.ts';
import { changePart } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';

/** Edits the achievement in the certificates' digital credentials (Open Badges). */
export function AchievementProperties() {
  const { draft, edit, dispatch } = useEditor();
  const { achievement } = draft;
  const image = useShownSource(achievement?.image);
  const settle = () => dispatch({ type: 'settle' });
  const change = (members: Partial<Achievement>) =>
    edit(changePart('achievement', members), `achievement ${Object.keys(members).join()}`);
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        <Trans>
          Each certificate includes an Open Badges credential that wallets and other sites can show and verify. Its name
          and description are the template’s.
        </Trans>
      </Text>
      <Textarea
        size="xs"
        label={t`Criteria`}
        description={t`What it takes to earn it`}
        autosize
        minRows={2}
        maxLength={MAX_LENGTHS.criteria}
        value={achievement?.criteria ?? ''}
        onChange={({ currentTarget: { value } }) => change({ criteria: value || undefined })}
        onBlur={settle}
      />
      <TextInput
        size="xs"
        type="url"
        label={t`Criteria page`}
        description={t`A web page with the criteria, shown instead of the text above`}
        placeholder="https://"
        maxLength={MAX_LENGTHS.criteriaUrl}
        value={achievement?.criteriaUrl ?? ''}
        onChange={({ currentTarget: { value } }) => change({ criteriaUrl: value || undefined })}
        onBlur={settle}
      />
      <PictureField
        label={achievement?.image ? t`Replace badge image` : t`Add badge image`}
        onChange={({ src }) => change({ image: src })}
      />
      {achievement?.image ? (
        <Group justify="space-between" wrap="nowrap">
          <Image src={image} alt={t`Badge image`} h={64} w="auto" fit="contain" />
          <Button size="xs" variant="default" onClick={() => change({ image: undefined })}>
            <Trans>Remove</Trans>
          </Button>
        </Group>
      ) : (
        <Text size="xs" c="dimmed">
          <Trans>Without one, the credential shows a preview of the template.</Trans>
        </Text>
      )}
    </Stack>
  );
}
