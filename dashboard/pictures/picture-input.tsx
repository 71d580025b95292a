import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, FileButton, Group, Input, Loader } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { MAX_PICTURE_BYTES } from '../../domain/limits.ts';
import { IMAGE_TYPES } from '../../templates-engine/elements/shared/properties.ts';
import { useApiClient } from '../lib/api.tsx';
import { fileFaultOf } from '../lib/errors/errors.ts';
import { AssetPicture } from './asset-picture.tsx';
import { uploadPicture } from './upload.ts';

const UPLOAD = ['upload picture'];

/** Returns true while a field's picture is being uploaded. A form waits for it, as it does not have its value yet. */
export const useIsUploading = (): boolean => useIsMutating({ mutationKey: UPLOAD }) > 0;

interface PictureInputProps {
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** `asset:` and a digest, or empty. */
  value: string;
  onChange: (value: string) => void;
}

/** Field for a picture, which is uploaded immediately and shown. */
export function PictureInput({ label, description, error, required, value, onChange }: PictureInputProps) {
  const client = useApiClient();
  const reset = useRef<() => void>(null);
  const { mutate, isPending, ...upload } = useMutation({
    mutationKey: UPLOAD,
    mutationFn: (file: File) => uploadPicture(client, file),
    onSuccess: onChange,
  });
  const take = (file: File | null) => {
    reset.current?.();
    if (file) mutate(file);
  };
  const fault = upload.error ? fileFaultOf(upload.error) : error;
  return (
    <Input.Wrapper label={label} description={description} error={fault} withAsterisk={required} labelElement="div">
      <Group gap="sm" mt={4}>
        {value !== '' && <AssetPicture asset={value} alt={label} />}
        <FileButton
          resetRef={reset}
          accept={IMAGE_TYPES.join(',')}
          onChange={take}
          inputProps={{ 'aria-label': label }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              disabled={isPending}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {value === '' ? t`Choose a picture` : t`Choose another picture`}
            </Button>
          )}
        </FileButton>
        {isPending && <Loader size="sm" role="status" aria-label={t`Uploading the picture`} />}
        {value !== '' && !isPending && (
          <Button variant="subtle" color="gray" onClick={() => onChange('')}>
            <Trans>No picture</Trans>
          </Button>
        )}
      </Group>
      <Input.Description mt={4}>
        <Trans>PNG, JPEG, WebP or SVG, at most {{ megabytes: MAX_PICTURE_BYTES / 1024 / 1024 }} MB</Trans>
      </Input.Description>
    </Input.Wrapper>
  );
}
