import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../lib/session.ts';
import './test-mode.css';

/** Says on every screen that nothing is real. */
export function TestModeBanner() {
  const { liveId, id } = useMembership();
  return (
    <Group className="test-mode-banner" role="note" gap="xs" wrap="nowrap" align="flex-start">
      <IconFlask size={20} aria-hidden />
      <Text size="sm">
        <Trans>
          <strong>Test mode.</strong> Certificates prove nothing, e-mails stay in the{' '}
          <Anchor
            size="sm"
            renderRoot={(props) => <Link {...props} to="/o/$organisationId/test" params={{ organisationId: id }} />}
          >
            test inbox
          </Anchor>
          , and templates and settings can only be read.
        </Trans>{' '}
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/o/$organisationId" params={{ organisationId: liveId }} />}
        >
          <Trans>Leave test mode</Trans>
        </Anchor>
      </Text>
    </Group>
  );
}
