import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Badge, Button, Group, Menu, Title, Tooltip } from '@mantine/core';
import { useDisclosure, useDocumentTitle } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconDots,
  IconDownload,
  IconHistory,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApiClient } from '../../../lib/api.tsx';
import { notifyError } from '../../../lib/errors/errors.ts';
import { useMembership } from '../../../lib/session.ts';
import { askToDiscard } from '../../shared/ask-to-discard.ts';
import { downloadDesign } from '../../shared/download.ts';
import { Shortcuts } from '../canvas/shortcuts.tsx';
import { ViewMenu } from '../canvas/zoom.tsx';
import { Tool } from '../controls/tool.tsx';
import { toDesign } from '../elements/to-design.ts';
import { useEditor } from '../model/editor-context.ts';
import classes from './header.module.css';
import type { WorkOwner } from './kept-work.ts';
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
  owner: WorkOwner;
  onPublished: (version: number) => void;
  onReopen: () => Promise<void>;
}

/** Shows the template's name, its save and publication state, and the actions on the whole template. */
export function Header({ id, published, autosave, owner, onPublished, onReopen }: HeaderProps) {
  const { draft, canUndo, canRedo, dispatch } = useEditor();
  const [isListed, shortcuts] = useDisclosure();
  const [isHistoryOpen, versions] = useDisclosure();
  const [isPublishing, publishing] = useDisclosure();
  // An unsaved change is one to publish, too.
  const isPublished = published.version !== null && !published.hasDraft && autosave.state.kind === 'saved';
  const membership = useMembership();
  useDocumentTitle(`${draft.name} – Laurel`);
  return (
    <Group
      component="header"
      role="presentation"
      className={classes.header}
      justify="space-between"
      gap="xs"
      wrap="nowrap"
    >
      <Group gap="xs" wrap="nowrap" miw={0} flex="1 1 auto">
        <Tooltip label={t`All templates`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t`All templates`}
            renderRoot={(props) => (
              <Link {...props} to="/o/$organisationId/templates" params={{ organisationId: membership.id }} />
            )}
          >
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Title order={1} size="h5" lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
          {draft.name.trim() || t`Untitled`}
        </Title>
        <Badge variant="default" style={{ flex: 'none' }}>
          {statusOf(published)}
        </Badge>
        <SaveStatus autosave={autosave} />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Group gap={0} wrap="nowrap" role="group" aria-label={t`History`}>
          <Tool
            label={t`Undo`}
            icon={IconArrowBackUp}
            isDisabled={!canUndo}
            onClick={() => dispatch({ type: 'undo' })}
          />
          <Tool
            label={t`Redo`}
            icon={IconArrowForwardUp}
            isDisabled={!canRedo}
            onClick={() => dispatch({ type: 'redo' })}
          />
        </Group>
        <ViewMenu onShortcuts={shortcuts.open} />
        <Shortcuts isOpen={isListed} onClose={shortcuts.close} />
        <Tool label={t`Version history`} icon={IconHistory} onClick={versions.open} />
        <Versions owner={owner} isOpen={isHistoryOpen} onClose={versions.close} />
        <More
          id={id}
          published={published}
          autosave={autosave}
          onReopen={onReopen}
          {...(isPublished && { onPublishAgain: publishing.open })}
        />
        {isPublished && <IssueLink id={id} />}
        <Tooltip
          label={t`Nothing to publish: version ${{ version: published.version ?? '' }} is up to date`}
          disabled={!isPublished}
        >
          <Button
            variant={isPublished ? 'default' : 'filled'}
            aria-disabled={isPublished}
            // Stays focusable while disabled, so that the focus is not lost after publishing.
            style={isPublished ? { opacity: 0.6, cursor: 'default' } : {}}
            onClick={() => !isPublished && publishing.open()}
          >
            <Trans>Publish</Trans>
          </Button>
        </Tooltip>
        <Publish
          id={id}
          isFirst={published.version === null}
          autosave={autosave}
          isOpen={isPublishing}
          onClose={publishing.close}
          onPublished={onPublished}
        />
      </Group>
    </Group>
  );
}

/** Leads on from a published template to certificates. */
function IssueLink({ id }: { id: string }) {
  const { id: organisationId, may } = useMembership();
  if (!may('certificates:write')) return null;
  return (
    <Button
      renderRoot={(props) => (
        <Link {...props} to="/o/$organisationId/issue" params={{ organisationId }} search={{ templateId: id }} />
      )}
    >
      <Trans context="verb">Issue</Trans>
    </Button>
  );
}

function statusOf({ version, hasDraft }: Published): string {
  if (version === null) return t`Draft`;
  return hasDraft ? t`Version ${version} · Unpublished changes` : t`Version ${version}`;
}

interface MoreProps extends Pick<HeaderProps, 'id' | 'published' | 'autosave' | 'onReopen'> {
  /** Publishes the same design again, with the current fonts. */
  onPublishAgain?: () => void;
}

function More({ id, published, autosave, onReopen, onPublishAgain }: MoreProps) {
  const { draft } = useEditor();
  const client = useApiClient();
  const discard = useMutation({
    mutationFn: async () => {
      await autosave.flush();
      const replace = async () => {
        await client.designs.discardDraft.mutate({ id, revision: autosave.revision() });
        await onReopen();
      };
      // A later save would bring the discarded changes back.
      await autosave.hold(replace, { replaces: true });
    },
    onError: notifyError,
  });
  const { version, hasDraft } = published;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t`More`} loading={discard.isPending}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => downloadDesign(toDesign(draft))}>
          <Trans>Export</Trans>
        </Menu.Item>
        {onPublishAgain && (
          <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={onPublishAgain}>
            <Trans>Publish again</Trans>
          </Menu.Item>
        )}
        {version !== null && hasDraft && (
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => askToDiscard(version, discard.mutate)}
          >
            <Trans>Discard changes</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
