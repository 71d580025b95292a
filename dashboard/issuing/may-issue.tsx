import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Empty } from '../components/states.tsx';
import { useMembership } from '../lib/session.ts';

/** Shows its children to users who can issue certificates, and an explanation to everyone else. */
export function MayIssue({ children }: { children: ReactNode }) {
  const { may } = useMembership();
  if (may('certificates:write')) return children;
  return (
    <Empty icon={IconLock} title={t`Your role can’t issue certificates`}>
      <Trans>An owner or admin of the organisation can make you an issuer.</Trans>
    </Empty>
  );
}
