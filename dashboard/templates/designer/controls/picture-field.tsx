import { Trans } from '@lingui/react/macro';
import { Button, FileButton, Group, Input } from '@mantine/core';
import { IconPhotoStar, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { IMAGE_TYPES } from '../../../../templates-engine/elements/shared/properties.ts';
import { messageOf } from '../../../lib/errors/errors.ts';
import { LibraryDialog } from './library/library-dialog.tsx';
import { IMAGE_RULE, type Picture, readPicture } from './read-picture.ts';

/** Buttons that use an image from a file or from the library. Shows an error if the image cannot be used. */
export function PictureField({ label, onChange }: { label: string; onChange: (picture: Picture) => void }) {
  const reset = useRef<() => void>(null);
  const [fault, setFault] = useState<string | null>(null);
  const take = async (file: File | null) => {
    reset.current?.();
    if (!file) return;
    try {
      onChange(await readPicture(file));
      setFault(null);
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  return (
    <div>
      <Group gap="xs">
        <FileButton resetRef={reset} accept={IMAGE_TYPES.join(',')} onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />}>
              {label}
            </Button>
          )}
        </FileButton>
        <LibraryDialog onPick={take}>
          {(open) => (
            <Button size="xs" variant="default" leftSection={<IconPhotoStar size={14} aria-hidden />} onClick={open}>
              <Trans>Library</Trans>
            </Button>
          )}
        </LibraryDialog>
      </Group>
      <Input.Description size="xs" mt={4}>
        {IMAGE_RULE}
      </Input.Description>
      {fault && (
        <Input.Error size="xs" role="alert" mt={4}>
          {fault}
        </Input.Error>
      )}
    </div>
  );
}
