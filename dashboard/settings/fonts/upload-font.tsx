import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, FileInput, Group, Paper, Stack } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_FONT_FILE_BYTES } from '../../../domain/limits.ts';
import { joined } from '../../language/joined.ts';
import { useApi } from '../../lib/api.tsx';
import { fileFaultOf, notifyDone } from '../../lib/errors/errors.ts';
import { useRefreshFonts } from './use-refresh-fonts.ts';

const TYPES = '.ttf,.otf,.woff,.woff2,font/ttf,font/otf,font/woff,font/woff2';

/** Uploads a font file, after the user confirms the right to embed it. */
export function UploadFont() {
  const [file, setFile] = useState<File | null>(null);
  const [isConfirmed, setIsConfirmed] = useState(false);
  const refresh = useRefreshFonts();
  const upload = useMutation(
    useApi().fonts.add.mutationOptions({
      onSuccess: ({ family, faces }) => {
        setFile(null);
        setIsConfirmed(false);
        const names = joined(faces.map(({ style, weight }) => style || weight));
        notifyDone(t`“${family}” uploaded: ${{ faces: names }}.`);
      },
      onSettled: refresh,
    }),
  );
  const isTooLarge = file !== null && file.size > MAX_FONT_FILE_BYTES;
  const error = (isTooLarge && t`The file is larger than 10 MB.`) || (upload.error && fileFaultOf(upload.error));
  const send = () => {
    if (!file) return;
    const form = new FormData();
    form.set('file', file);
    form.set('rightToEmbed', String(isConfirmed));
    upload.mutate(form);
  };
  return (
    <Paper withBorder p="md" maw={640}>
      <Stack gap="sm">
        <FileInput
          label={t`Font file`}
          description={t`TTF, OTF, WOFF or WOFF2, up to 10 MB`}
          placeholder={t`Choose a file`}
          accept={TYPES}
          clearable
          value={file}
          error={error}
          onChange={(chosen) => {
            upload.reset();
            setFile(chosen);
          }}
        />
        <Checkbox
          label={t`I confirm that our licence lets us embed this font`}
          checked={isConfirmed}
          onChange={({ target }) => setIsConfirmed(target.checked)}
        />
        <Group>
          <Button
            leftSection={<IconUpload size={18} aria-hidden />}
            disabled={!file || isTooLarge || !isConfirmed}
            loading={upload.isPending}
            onClick={send}
          >
            <Trans>Upload the font</Trans>
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
