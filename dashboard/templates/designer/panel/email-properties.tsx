import { t } from '@lingui/core/macro';
import { Button, Modal, Stack, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy } from 'react';
import { LoadedLater } from '../../../components/states.tsx';
import { changeDesign } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';

/** Loaded when the dialog opens. */
const EmailTexts = lazy(async () => ({ default: (await import('./email-texts.tsx')).EmailTexts }));

/** Edits how certificates are e-mailed: with the PDF or only the link, and the texts. */
export function EmailProperties() {
  const { draft, edit } = useEditor();
  const [isOpen, { open, close }] = useDisclosure();
  const { attachment: _, ...texts } = draft.email ?? {};
  const hasTexts = Object.keys(texts).length > 0;
  return (
    <Stack gap={6} align="flex-start">
      <Switch
        size="xs"
        label={t`Attach the PDF to the e-mail`}
        description={t`Without it, the e-mail only has the link. Also applies to certificates issued earlier.`}
        checked={draft.email?.attachment ?? true}
        onChange={({ currentTarget: { checked } }) => {
          const email = { ...texts, ...(!checked && { attachment: false }) };
          edit(changeDesign({ email: Object.keys(email).length > 0 ? email : undefined }));
        }}
      />
      <Button size="xs" variant="default" onClick={open}>
        {hasTexts ? t`Edit the e-mail’s texts` : t`Write texts for the e-mail`}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t`E-mail of this template`} size="xl">
        <LoadedLater>
          <EmailTexts onDone={close} />
        </LoadedLater>
      </Modal>
    </Stack>
  );
}
