import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  Alert,
  Button,
  Center,
  FileButton,
  Group,
  Input,
  Loader,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconSearch, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MAX_PICTURE_BYTES } from '../../../../../domain/limits.ts';
import { IMAGE_TYPES } from '../../../../../templates-engine/elements/shared/properties.ts';
import { fileFaultOf, LocalError, messageOf } from '../../../../lib/errors/errors.ts';
import { fold } from '../../../../lib/fold.ts';
import { useLatest } from '../../../../lib/latest.ts';
import { useMembership } from '../../../../lib/session.ts';
import { PictureTile } from './picture-tile.tsx';
import { useKeep } from './use-keep.ts';
import { fetchOffered, type Offered, useLibrary } from './use-library.ts';

/** Number of pictures above which the library has a search. */
const SEARCHED = 12;
const MEGABYTES = MAX_PICTURE_BYTES / 1024 / 1024;

/** Shows the library's pictures. Picking one gives the caller a copy, unless the library has closed before it came. */
export function Library({ onPick }: { onPick: (file: File) => Promise<void> }) {
  const { offered, isFailed } = useLibrary();
  const { may } = useMembership();
  const [search, setSearch] = useState('');
  const latest = useLatest();
  const pick = useMutation({
    mutationFn: async (one: Offered) => {
      let picked: File | undefined;
      await latest(fetchOffered(one), (file) => {
        picked = file;
      });
      if (picked) await onPick(picked);
    },
  });
  if (isFailed)
    return (
      <Alert color="red" role="alert">
        <Trans>The library couldn’t be loaded. Close it and try again.</Trans>
      </Alert>
    );
  if (!offered)
    return (
      <Center h={120} role="status" aria-label={t`Loading`}>
        <Loader />
      </Center>
    );
  const found = offered.filter(({ name }) => fold(name).includes(fold(search)));
  return (
    <Stack gap="md">
      {may('templates:write') && <AddPictures />}
      {offered.length > SEARCHED && (
        <TextInput
          type="search"
          aria-label={t`Search the library`}
          placeholder={t`Search the library`}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {pick.error && (
        <Alert color="red" role="alert">
          {messageOf(pick.error)}
        </Alert>
      )}
      {found.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {offered.length === 0 ? (
            <Trans>Add seals, signatures and logos here to use them in every template.</Trans>
          ) : (
            <Trans>No picture has this name.</Trans>
          )}
        </Text>
      )}
      <SimpleGrid
        cols={{ base: 2, xs: 3, sm: 4 }}
        spacing="sm"
        component="ul"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
      >
        {found.map((one) => (
          <PictureTile key={one.key} offered={one} isBusy={pick.isPending} onPick={() => pick.mutate(one)} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function AddPictures() {
  const keep = useKeep();
  const reset = useRef<() => void>(null);
  const add = useMutation({
    mutationFn: async (files: File[]) => {
      const large = files.find(({ size }) => size > MAX_PICTURE_BYTES);
      if (large)
        throw new LocalError(
          t`“${{ file: large.name }}” is too large. Pictures can be up to ${{ size: MEGABYTES }} MB.`,
        );
      await keep(files);
    },
    onSettled: () => reset.current?.(),
  });
  return (
    <div>
      <Group gap="sm">
        <FileButton resetRef={reset} multiple accept={IMAGE_TYPES.join(',')} onChange={(files) => add.mutate(files)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              loading={add.isPending}
              leftSection={<IconUpload size={14} aria-hidden />}
            >
              <Trans>Add pictures</Trans>
            </Button>
          )}
        </FileButton>
        <Input.Description>
          <Trans>PNG, JPEG, WebP or SVG, at most {{ megabytes: MEGABYTES }} MB</Trans>
        </Input.Description>
      </Group>
      {add.error && (
        <Input.Error role="alert" mt={4}>
          {fileFaultOf(add.error)}
        </Input.Error>
      )}
    </div>
  );
}
