import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconDownload,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { confirm } from '../components/confirm.tsx';
import { useMembership } from '../lib/session.ts';
import type { DesignSummary } from './design-summary.ts';
import { askToDelete } from './shared/ask-to-discard.ts';
import { useDesignActions } from './use-design-actions.ts';

/** Menu of a template's actions other than issuing. */
export function CardMenu({ design }: { design: DesignSummary }) {
  const { id, name, isOwn, archivedAt, publishedVersion } = design;
  const membership = useMembership();
  const { exportIt, duplicate, restore, isBusy } = useDesignActions();
  const mayWrite = membership.may('templates:write');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t`More about ${name}`} loading={isBusy}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayWrite && isOwn && (
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link {...props} to="/o/$organisationId/templates/$id" params={{ organisationId: membership.id, id }} />
            )}
          >
            <Trans>Open in the designer</Trans>
          </Menu.Item>
        )}
        {mayWrite && (
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => duplicate.mutate({ id })}>
            <Trans>Duplicate</Trans>
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => exportIt.mutate(id)}>
          <Trans>Export</Trans>
        </Menu.Item>
        {mayWrite && isOwn && publishedVersion !== null && archivedAt && (
          <Menu.Item leftSection={<IconArchiveOff size={16} aria-hidden />} onClick={() => restore.mutate({ id })}>
            <Trans>Restore</Trans>
          </Menu.Item>
        )}
        {mayWrite && isOwn && !archivedAt && <Removal design={design} />}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Archives a template that was published, and deletes a draft that never was. */
function Removal({ design: { id, name, revision, publishedVersion } }: { design: DesignSummary }) {
  const { archive, remove } = useDesignActions();
  if (publishedVersion === null) {
    return (
      <Menu.Item
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => askToDelete(name, () => remove.mutate({ id, revision }))}
      >
        <Trans>Delete draft</Trans>
      </Menu.Item>
    );
  }
  const ask = () =>
    confirm({
      title: t`Archive ${name}?`,
      text: t`You can’t issue with it until you restore it. Certificates already issued are not affected.`,
      confirm: t`Archive`,
      onConfirm: () => archive.mutate({ id }),
    });
  return (
    <Menu.Item leftSection={<IconArchive size={16} aria-hidden />} onClick={ask}>
      <Trans>Archive</Trans>
    </Menu.Item>
  );
}
