import { ActionIcon, Badge, Group, Menu, Title, Tooltip } from '@mantine/core';
import { useDisclosure, useDocumentTitle } from '@mantine/hooks';
import { IconArrowLeft, IconDots, IconDownload, IconHistory, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../../app/api.tsx';
import { notifyError } from '../../../app/errors.ts';
import { useMembership } from '../../../app/session.tsx';
import { confirm } from '../../../components/confirm.tsx';
import { downloadDesign } from '../../shared/download.ts';
import { toDesign } from '../elements/to-design.ts';
import { useEditor } from '../model/editor-context.ts';
import { Publish } from './publish.tsx';
import { SaveStatus } from './save-status.tsx';
import type { Autosave } from './use-autosave.ts';
import { Versions } from './versions.tsx';

interface Published {
  version: number | null;
  hasDraft: boolean;
}

interface HeaderProps {
  id: string;
  published: Published;
  autosave: Autosave;
  onPublished: (version: number) => void;
  onReopen: () => Promise<void>;
}

/** The template's name, its save and publication state, and the actions on the whole. */
export function Header({ id, published, autosave, onPublished, onReopen }: HeaderProps) {
  const { draft } = useEditor();
  const membership = useMembership();
  useDocumentTitle(`${draft.name} – Laurel`);
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs" wrap="nowrap" miw={0} flex="1 1 280px">
        <Tooltip label="All templates">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="All templates"
            renderRoot={(props) => (
              <Link {...props} to="/o/$organisationId/templates" params={{ organisationId: membership.id }} />
            )}
          >
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Title order={1} size="h3" lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
          {draft.name.trim() || 'Without a name'}
        </Title>
      </Group>
      <Group gap="xs">
        <Badge variant="default">{statusOf(published)}</Badge>
        <SaveStatus autosave={autosave} />
        <More id={id} published={published} onReopen={onReopen} />
        <Publish id={id} autosave={autosave} onPublished={onPublished} />
      </Group>
    </Group>
  );
}

function statusOf({ version, hasDraft }: Published): string {
  if (version === null) return 'Draft';
  return hasDraft ? `Version ${version}, with changes` : `Version ${version}`;
}

function More({ id, published, onReopen }: Pick<HeaderProps, 'id' | 'published' | 'onReopen'>) {
  const { draft } = useEditor();
  const [isOpen, { open, close }] = useDisclosure();
  const discard = useMutation(
    useApi().designs.discardDraft.mutationOptions({ onSuccess: onReopen, onError: notifyError }),
  );
  const askToDiscard = () =>
    confirm({
      title: 'Discard the changes?',
      text: `The template goes back to version ${published.version}, as it is published. What was changed since is lost.`,
      confirm: 'Discard the changes',
      isDangerous: true,
      onConfirm: () => discard.mutate({ id }),
    });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label="More" loading={discard.isPending}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={open}>
            Versions
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => downloadDesign(toDesign(draft))}
          >
            Export
          </Menu.Item>
          {published.version !== null && published.hasDraft && (
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={askToDiscard}>
              Discard the changes
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Versions id={id} isOpen={isOpen} onClose={close} />
    </>
  );
}
