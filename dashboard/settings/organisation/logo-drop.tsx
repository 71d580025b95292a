import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconPhotoUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MAX_LOGO_BYTES } from '../../../domain/limits.ts';
import { IMAGE_TYPES } from '../../../templates-engine/elements/shared/properties.ts';
import { useApi } from '../../lib/api.tsx';
import { useLogoChange } from './logo-change.ts';

/** Takes a dropped or chosen picture. Checks size and type before the upload. */
export function LogoDrop() {
  const open = useRef<() => void>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const upload = useMutation(useApi().organisation.uploadLogo.mutationOptions(useLogoChange(t`Logo uploaded.`)));
  const send = ([file]: File[]) => {
    setRefusal(null);
    if (!file) return;
    const form = new FormData();
    form.set('logo', file);
    upload.mutate(form);
  };
  return (
    <div>
      <Dropzone
        onDrop={send}
        onReject={([rejection]) =>
          setRefusal(
            rejection?.errors.some(({ code }) => code === 'file-too-large')
              ? t`The file is larger than 2 MB.`
              : t`Choose one PNG, JPEG, WebP or SVG file.`,
          )
        }
        accept={[...IMAGE_TYPES]}
        maxSize={MAX_LOGO_BYTES}
        multiple={false}
        loading={upload.isPending}
        p="md"
        openRef={open}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        tabIndex={-1}
        inputProps={{ 'aria-label': t`Logo` }}
      >
        <Group gap="sm">
          <IconPhotoUp size={28} stroke={1.5} aria-hidden />
          <Text size="sm" flex="1 1 10rem">
            <Trans>Drop a picture here: PNG, JPEG, WebP or SVG, up to 2 MB</Trans>
          </Text>
          <Button variant="default" onClick={() => open.current?.()}>
            <Trans>Choose a picture</Trans>
          </Button>
        </Group>
      </Dropzone>
      {refusal && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {refusal}
        </Text>
      )}
    </div>
  );
}
