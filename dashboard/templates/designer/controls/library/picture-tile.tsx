import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Menu, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '../../../../components/confirm.tsx';
import { useApi } from '../../../../lib/api.tsx';
import { messageOf, notifyError } from '../../../../lib/errors/errors.ts';
import { useMembership } from '../../../../lib/session.ts';
import classes from './library.module.css';
import { type LibraryPicture, type Offered, useRefreshLibrary } from './use-library.ts';

interface PictureTileProps {
  offered: Offered;
  isBusy: boolean;
  onPick: () => void;
}

/** A picture of the library. Its menu renames and removes it. */
export function PictureTile({ offered: { name, small, picture }, isBusy, onPick }: PictureTileProps) {
  const { may } = useMembership();
  const [isRenaming, setRenaming] = useState(false);
  return (
    <li className={classes.tile}>
      <UnstyledButton className={classes.picture} aria-label={t`Use ${name}`} disabled={isBusy} onClick={onPick}>
        <img src={small} alt="" loading="lazy" draggable={false} />
      </UnstyledButton>
      {picture && isRenaming ? (
        <Rename picture={picture} onDone={() => setRenaming(false)} />
      ) : (
        <Group gap={4} wrap="nowrap" justify="space-between">
          <Text size="xs" className={classes.name} title={name}>
            {name}
          </Text>
          {picture && may('templates:write') && <Actions picture={picture} onRename={() => setRenaming(true)} />}
        </Group>
      )}
    </li>
  );
}

function Actions({ picture: { id, name }, onRename }: { picture: LibraryPicture; onRename: () => void }) {
  const refresh = useRefreshLibrary();
  const remove = useMutation(
    useApi().pictureLibrary.remove.mutationOptions({ onError: notifyError, onSettled: refresh }),
  );
  const ask = () =>
    confirm({
      title: t`Remove “${name}” from the library?`,
      text: t`Templates that use it keep their copy.`,
      confirm: t`Remove`,
      isDangerous: true,
      onConfirm: () => remove.mutate({ id }),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t`Actions for ${name}`}
          loading={remove.isPending}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={onRename}>
          <Trans>Rename</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={ask}>
          <Trans>Remove</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Rename({ picture: { id, name }, onDone }: { picture: LibraryPicture; onDone: () => void }) {
  const [typed, setTyped] = useState(name);
  const refresh = useRefreshLibrary();
  const rename = useMutation(
    useApi().pictureLibrary.rename.mutationOptions({
      onSuccess: async () => {
        await refresh();
        onDone();
      },
    }),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({ id, name: typed.trim() });
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Closes the field, and not the dialog.
        event.stopPropagation();
        onDone();
      }}
    >
      <TextInput
        size="xs"
        aria-label={t`New name of ${name}`}
        autoFocus
        maxLength={100}
        value={typed}
        error={rename.error && messageOf(rename.error)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" size="compact-xs" mt={4} disabled={typed.trim() === ''} loading={rename.isPending}>
        <Trans>Rename</Trans>
      </Button>
    </form>
  );
}
