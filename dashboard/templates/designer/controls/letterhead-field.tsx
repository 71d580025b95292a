import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, FileButton, Group, Input } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { MAX_LETTERHEAD_BYTES } from '../../../../templates-engine/design/properties.ts';
import { useApiClient } from '../../../lib/api.tsx';
import { fileFaultOf, LocalError } from '../../../lib/errors/errors.ts';
import { changeDesign } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import { layLetterhead } from '../model/letterhead.ts';
import { readAsDataUri } from './read-picture.ts';

const MAX_SIZE = t`${{ size: MAX_LETTERHEAD_BYTES / 1024 / 1024 }} MB`;

/** Uses the first page of a PDF as the background. The page takes its size. */
export function LetterheadField() {
  const { draft, edit } = useEditor();
  const client = useApiClient();
  const reset = useRef<() => void>(null);
  const { background } = draft;
  const take = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_LETTERHEAD_BYTES)
        throw new LocalError(t`“${{ file: file.name }}” is too large. PDFs can be up to ${{ size: MAX_SIZE }}.`);
      // Browsers that do not know the media type report another one or none.
      const [, data] = (await readAsDataUri(file)).split(',');
      return client.designs.letterhead.mutate({ pdf: `data:application/pdf;base64,${data}` });
    },
    onSuccess: (letterhead) => edit(layLetterhead(letterhead), 'letterhead'),
  });
  const remove = () => {
    const { pdf: _, ...rest } = background ?? {};
    edit(changeDesign({ background: rest }), 'letterhead');
  };
  return (
    <div>
      <Group gap="xs">
        <FileButton
          resetRef={reset}
          accept="application/pdf"
          onChange={(file) => {
            reset.current?.();
            if (file) take.mutate(file);
          }}
        >
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              loading={take.isPending}
              leftSection={<IconFileTypePdf size={14} aria-hidden />}
            >
              {background?.pdf ? t`Replace background PDF` : t`Add background PDF`}
            </Button>
          )}
        </FileButton>
        {background?.pdf && (
          <Button size="xs" variant="default" onClick={remove}>
            <Trans>Remove PDF</Trans>
          </Button>
        )}
      </Group>
      <Input.Description size="xs" mt={4}>
        <Trans>The first page is used, and sets the page size. Embed the fonts. Up to {{ size: MAX_SIZE }}.</Trans>
      </Input.Description>
      {take.isError && (
        <Input.Error size="xs" role="alert" mt={4}>
          {fileFaultOf(take.error)}
        </Input.Error>
      )}
    </div>
  );
}
