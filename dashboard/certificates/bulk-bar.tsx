import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Menu, Modal, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconBan,
  IconCalendarEvent,
  IconChevronDown,
  IconDownload,
  IconMail,
  IconRefresh,
  IconTags,
} from '@tabler/icons-react';
import { MAX_CHOSEN, MAX_JOINED } from '../../domain/limits.ts';
import { confirm } from '../components/confirm.tsx';
import { formatNumber } from '../components/format.tsx';
import { useMembership } from '../lib/session.ts';
import { ExpiryForm } from './expiry-form.tsx';
import { RenewManyForm } from './renew-many-form.tsx';
import { RevokeForm } from './revoke-form.tsx';
import { SIZE_TEXTS, type Size } from './size-texts.ts';
import { TagManyForm } from './tag-many-form.tsx';
import { useBulk } from './use-bulk.ts';
import type { Choosing } from './use-selection.ts';

interface BulkBarProps {
  choosing: Choosing;
  /** Number of loaded certificates, and whether the filter has more. */
  loaded: number;
  hasMore: boolean;
  /** Size of the filter. */
  all: Size;
}

/** Actions on the selected certificates. */
export function BulkBar({ choosing, loaded, hasMore, all }: BulkBarProps) {
  const { may } = useMembership();
  const bulk = useBulk(choosing);
  const [isRevoking, { open, close }] = useDisclosure();
  const [isExpiring, expiry] = useDisclosure();
  const [isRenewing, renewal] = useDisclosure();
  const [isTagging, tagging] = useDisclosure();
  const { count } = choosing;
  const size = count === undefined ? all : { count, isMore: false };
  const isTooMany = count !== undefined && count > MAX_CHOSEN;
  const askToEmail = () =>
    confirm({
      title: SIZE_TEXTS.askToEmail(size),
      text: t`Each certificate is sent to its recipient, even if it was sent before. Revoked certificates, and those without an e-mail address or a finished file, are skipped.`,
      confirm: t`Send e-mails`,
      onConfirm: () => bulk.email(),
    });
  return (
    <Paper
      withBorder
      p="sm"
      pos="sticky"
      top="calc(var(--app-shell-header-offset, 0rem) + 0.5rem)"
      style={{ zIndex: 3 }}
    >
      <Group gap="sm" role="group" aria-label={t`Selected certificates`}>
        <Text fw={600} role="status" className="tabular">
          {SIZE_TEXTS.selected(size)}
        </Text>
        {!choosing.isAll && hasMore && count === loaded && (
          <Button size="xs" variant="subtle" onClick={choosing.chooseAll}>
            {SIZE_TEXTS.selectAll(all)}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={choosing.clear}>
          <Trans>Clear selection</Trans>
        </Button>
        <Group gap="xs" ms="auto">
          {may('certificates:write') && (
            <Button
              size="xs"
              variant="default"
              disabled={isTooMany}
              loading={bulk.isPending}
              leftSection={<IconMail size={16} aria-hidden />}
              onClick={askToEmail}
            >
              <Trans context="verb">E-mail</Trans>
            </Button>
          )}
          {may('certificates:write') && (
            <Button
              size="xs"
              variant="default"
              disabled={isTooMany}
              leftSection={<IconTags size={16} aria-hidden />}
              onClick={tagging.open}
            >
              <Trans>Tags</Trans>
            </Button>
          )}
          {may('certificates:write') && (
            <Button
              size="xs"
              variant="default"
              disabled={isTooMany}
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={renewal.open}
            >
              <Trans>Renew</Trans>
            </Button>
          )}
          {may('certificates:revoke') && (
            <Button
              size="xs"
              variant="default"
              disabled={isTooMany}
              leftSection={<IconCalendarEvent size={16} aria-hidden />}
              onClick={expiry.open}
            >
              <Trans>Change expiry</Trans>
            </Button>
          )}
          {may('certificates:revoke') && (
            <Button
              size="xs"
              color="red"
              variant="light"
              disabled={isTooMany}
              leftSection={<IconBan size={16} aria-hidden />}
              onClick={open}
            >
              <Trans>Revoke</Trans>
            </Button>
          )}
          <Menu>
            <Menu.Target>
              <Button
                size="xs"
                variant="default"
                disabled={isTooMany}
                leftSection={<IconDownload size={16} aria-hidden />}
                rightSection={<IconChevronDown size={14} aria-hidden />}
              >
                <Trans>Download</Trans>
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => bulk.download('zip')}>
                <Trans>PDFs (ZIP)</Trans>
              </Menu.Item>
              <Menu.Item disabled={count === undefined || count > MAX_JOINED} onClick={() => bulk.download('pdf')}>
                <Trans>One PDF for printing</Trans>
              </Menu.Item>
              <Menu.Item onClick={() => bulk.download('csv')}>
                <Trans>Table (CSV)</Trans>
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
        {isTooMany && (
          <Text size="sm" w="100%">
            <Trans>
              You can choose at most {{ most: formatNumber(MAX_CHOSEN) }} certificates at once. Narrow the list, for
              example by date.
            </Trans>
          </Text>
        )}
      </Group>
      <Modal opened={isTagging} onClose={tagging.close} title={SIZE_TEXTS.changeTags(size)}>
        <TagManyForm
          isPending={bulk.isPending}
          onChange={(change) => bulk.changeTags(change, tagging.close)}
          onCancel={tagging.close}
        />
      </Modal>
      <Modal opened={isRenewing} onClose={renewal.close} title={SIZE_TEXTS.askToRenew(size)}>
        <RenewManyForm
          confirm={SIZE_TEXTS.renew(size)}
          isPending={bulk.isPending}
          onRenew={(chosen) => bulk.renew(chosen, renewal.close)}
          onCancel={renewal.close}
        />
      </Modal>
      <Modal opened={isExpiring} onClose={expiry.close} title={SIZE_TEXTS.askToChangeExpiry(size)}>
        <ExpiryForm
          initial={undefined}
          about={t`Each certificate keeps its link and verification code. Revoked certificates, and those awarded later, don’t change.`}
          zone={t`In the time zone of each certificate.`}
          confirm={t`Change expiry`}
          isPending={bulk.isPending}
          onChange={(change) => bulk.changeExpiry(change, expiry.close)}
          onCancel={expiry.close}
        />
      </Modal>
      <Modal opened={isRevoking} onClose={close} title={SIZE_TEXTS.askToRevoke(size)}>
        <RevokeForm
          about={t`Anyone who verifies them will see that they’re not valid. You can reinstate each one later. Certificates that are already revoked don’t change.`}
          confirm={SIZE_TEXTS.revoke(size)}
          isPending={bulk.isPending}
          notify={t`Notify recipients by e-mail`}
          onRevoke={(reason, sendEmail) => bulk.revoke({ reason, sendEmail }, close)}
          onCancel={close}
        />
      </Modal>
    </Paper>
  );
}
