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
import { TagManyForm } from './tag-many-form.tsx';
import { useBulk } from './use-bulk.ts';
import type { Choosing } from './use-selection.ts';

interface BulkBarProps {
  choosing: Choosing;
  /** Number of loaded certificates, and whether the filter has more. */
  loaded: number;
  hasMore: boolean;
  /** Size of the filter in words, as it can exceed the maximum count. */
  all: string;
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
  const counted = count === undefined ? all : formatNumber(count);
  const things = `${counted} ${count === 1 ? 'certificate' : 'certificates'}`;
  const isTooMany = count !== undefined && count > MAX_CHOSEN;
  const askToEmail = () =>
    confirm({
      title: `E-mail ${things}?`,
      text: 'Each certificate is sent to its recipient, even if it was sent before. Revoked certificates, and those without an e-mail address or a finished file, are skipped.',
      confirm: 'Send e-mails',
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
      <Group gap="sm" role="group" aria-label="Selected certificates">
        <Text fw={600} role="status" className="tabular">
          {counted} selected
        </Text>
        {!choosing.isAll && hasMore && count === loaded && (
          <Button size="xs" variant="subtle" onClick={choosing.chooseAll}>
            Select all {all}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={choosing.clear}>
          Clear selection
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
              E-mail
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
              Tags
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
              Renew
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
              Change expiry
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
              Revoke
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
                Download
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => bulk.download('zip')}>PDFs (ZIP)</Menu.Item>
              <Menu.Item disabled={count === undefined || count > MAX_JOINED} onClick={() => bulk.download('pdf')}>
                One PDF for printing
              </Menu.Item>
              <Menu.Item onClick={() => bulk.download('csv')}>Table (CSV)</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
        {isTooMany && (
          <Text size="sm" w="100%">
            You can choose at most {formatNumber(MAX_CHOSEN)} certificates at once. Narrow the list, for example by
            date.
          </Text>
        )}
      </Group>
      <Modal opened={isTagging} onClose={tagging.close} title={`Change the tags of ${things}`}>
        <TagManyForm
          isPending={bulk.isPending}
          onChange={(change) => bulk.changeTags(change, tagging.close)}
          onCancel={tagging.close}
        />
      </Modal>
      <Modal opened={isRenewing} onClose={renewal.close} title={`Renew ${things}?`}>
        <RenewManyForm
          confirm={`Renew ${things}`}
          isPending={bulk.isPending}
          onRenew={(chosen) => bulk.renew(chosen, renewal.close)}
          onCancel={renewal.close}
        />
      </Modal>
      <Modal opened={isExpiring} onClose={expiry.close} title={`Change the expiry of ${things}?`}>
        <ExpiryForm
          initial={undefined}
          about="Each certificate keeps its link and verification code. Revoked certificates, and those awarded later, don’t change."
          zone="the time zone of each certificate"
          confirm="Change expiry"
          isPending={bulk.isPending}
          onChange={(change) => bulk.changeExpiry(change, expiry.close)}
          onCancel={expiry.close}
        />
      </Modal>
      <Modal opened={isRevoking} onClose={close} title={`Revoke ${things}?`}>
        <RevokeForm
          about="Anyone who verifies them will see that they’re not valid. You can reinstate each one later. Certificates that are already revoked don’t change."
          confirm={`Revoke ${things}`}
          isPending={bulk.isPending}
          notify="Notify recipients by e-mail"
          onRevoke={(reason, sendEmail) => bulk.revoke({ reason, sendEmail }, close)}
          onCancel={close}
        />
      </Modal>
    </Paper>
  );
}
