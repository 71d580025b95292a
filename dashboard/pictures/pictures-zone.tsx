import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { messageOf } from '../lib/errors/errors.ts';
import '@mantine/dropzone/styles.css';
import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconPhotoUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../components/format.tsx';
import { useApiClient } from '../lib/api.tsx';
import { type AddedPicture, type AddedPictures, withPictures } from './added-pictures.ts';
import { readPictures } from './read-pictures.ts';
import { uploadPictures } from './upload.ts';

interface PicturesZoneProps {
  pictures: AddedPictures;
  onChange: (change: (before: AddedPictures) => AddedPictures) => void;
}

/** Uploads the recipients' pictures, as files or in a ZIP. */
export function PicturesZone({ pictures, onChange }: PicturesZoneProps) {
  const { add, stop, progress, error } = useUpload(onChange);
  const refused = [...pictures.values()].filter(({ problem }) => problem !== undefined);
  return (
    <Stack gap="xs">
      <Dropzone
        onDrop={(files) => void add(files)}
        loading={false}
        disabled={progress !== null}
        inputProps={{ 'aria-label': t`Pictures` }}
        aria-label={t`Choose pictures or a ZIP`}
        p="md"
      >
        <Group gap="sm">
          <IconPhotoUp size={28} stroke={1.5} aria-hidden />
          <Text size="sm" flex="1 1 14rem">
            <Trans>
              Drop the pictures here, or a ZIP of them. Each picture goes to the row that names its file, for example{' '}
              <code>ada.jpg</code>, in the picture’s column.
            </Trans>
          </Text>
        </Group>
      </Dropzone>
      {progress && (
        <Group gap="sm" wrap="nowrap">
          <Progress flex={1} value={(100 * progress.done) / progress.total} aria-label={t`Uploading the pictures`} />
          <Text size="sm" role="status" className="tabular">
            <Trans>
              {{ done: formatNumber(progress.done) }} of {{ total: formatNumber(progress.total) }} uploaded
            </Trans>
          </Text>
          <Button size="compact-sm" variant="default" onClick={stop}>
            <Trans>Stop</Trans>
          </Button>
        </Group>
      )}
      {error && (
        <Alert color="red" role="alert" title={t`We couldn’t use these pictures`}>
          {error}
        </Alert>
      )}
      {!progress && pictures.size > 0 && (
        <Text size="sm" role="status">
          {countOf(pictures.size - refused.length)}
        </Text>
      )}
      {refused.length > 0 && <Refused pictures={refused} />}
    </Stack>
  );
}

const countOf = (count: number): string => plural(count, { one: '# picture uploaded.', other: '# pictures uploaded.' });

const LISTED = 10;

function Refused({ pictures }: { pictures: readonly AddedPicture[] }) {
  return (
    <Alert color="yellow">
      <Text size="sm" fw={600}>
        <Plural value={{ count: pictures.length }} other="# refused" />
      </Text>
      <List size="sm">
        {pictures.slice(0, LISTED).map(({ name, problem }) => (
          <List.Item key={name}>
            {name}: {problem}
          </List.Item>
        ))}
      </List>
      {pictures.length > LISTED && (
        <Text size="sm">
          <Trans>And {{ count: formatNumber(pictures.length - LISTED) }} more.</Trans>
        </Text>
      )}
    </Alert>
  );
}

/** Uploads added files. Leaving the screen aborts it. */
function useUpload(onChange: PicturesZoneProps['onChange']) {
  const client = useApiClient();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const under = useRef<AbortController | null>(null);
  useEffect(() => () => under.current?.abort(), []);
  const add = async (files: File[]) => {
    const stopping = new AbortController();
    under.current?.abort();
    under.current = stopping;
    setError(null);
    // Files that are added before these are read would end this upload.
    setProgress({ done: 0, total: files.length });
    try {
      const found = await readPictures(files);
      setProgress({ done: 0, total: found.length });
      const added = await uploadPictures(client, found, {
        signal: stopping.signal,
        onProgress: (done) => setProgress({ done, total: found.length }),
      });
      onChange((before) => withPictures(before, added));
    } catch (reason) {
      setError(messageOf(reason));
    } finally {
      if (under.current === stopping) setProgress(null);
    }
  };
  return { add, stop: () => under.current?.abort(), progress, error };
}
