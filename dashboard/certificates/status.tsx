import { t } from '@lingui/core/macro';
import { Badge } from '@mantine/core';
import type { Outputs } from '../lib/session.ts';

type Certificate = Outputs['certificates']['get'];

/** State of a certificate in one word. Revocation takes precedence over rendering. */
export function CertificateStatus({ status, renderStatus }: Pick<Certificate, 'status' | 'renderStatus'>) {
  const [color, word] = stateOf(status, renderStatus);
  return (
    <Badge color={color} variant="light" c="var(--mantine-color-text)" miw="max-content">
      {word}
    </Badge>
  );
}

function stateOf(
  status: Certificate['status'],
  renderStatus: Certificate['renderStatus'],
): [color: string, word: string] {
  if (status === 'REVOKED') return ['red', t`Revoked`];
  if (renderStatus === 'FAILED') return ['red', t`Failed`];
  if (status === 'EXPIRED') return ['gray', t`Expired`];
  if (renderStatus === 'PENDING') return ['yellow', t`Waiting`];
  return renderStatus === 'COMPLETED' ? ['laurel', t`Valid`] : ['yellow', t`Rendering`];
}

const EMAIL = {
  NONE: ['gray', t`Not sent`, 'default'],
  QUEUED: ['yellow', t`Queued`],
  SENDING: ['yellow', t`Being sent`],
  SENT: ['laurel', t`Sent`],
  DELIVERED: ['laurel', t`Delivered`],
  BOUNCED: ['red', t`Bounced`],
  FAILED: ['red', t`Failed`],
  UNCERTAIN: ['orange', t`Delivery unknown`],
} as const;

/** State of an e-mail. */
export function EmailStatus({ status }: { status: keyof typeof EMAIL }) {
  const [color, word, variant = 'light'] = EMAIL[status];
  return (
    <Badge color={color} variant={variant} c="var(--mantine-color-text)" miw="max-content">
      {word}
    </Badge>
  );
}
