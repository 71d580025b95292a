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
  if (status === 'REVOKED') return ['red', 'Revoked'];
  if (renderStatus === 'FAILED') return ['red', 'Failed'];
  if (status === 'EXPIRED') return ['gray', 'Expired'];
  if (renderStatus === 'PENDING') return ['yellow', 'Waiting'];
  return renderStatus === 'COMPLETED' ? ['laurel', 'Valid'] : ['yellow', 'Rendering'];
}

const EMAIL = {
  NONE: ['gray', 'Not sent', 'default'],
  QUEUED: ['yellow', 'Queued'],
  SENDING: ['yellow', 'Being sent'],
  SENT: ['laurel', 'Sent'],
  DELIVERED: ['laurel', 'Delivered'],
  BOUNCED: ['red', 'Bounced'],
  FAILED: ['red', 'Failed'],
  UNCERTAIN: ['orange', 'Delivery unknown'],
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
