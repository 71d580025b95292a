import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMembership } from '../app/session.tsx';
import { Empty } from '../components/states.tsx';

/** Shows what is inside to those who may issue, and tells the others why it is not there. */
export function MayIssue({ children }: { children: ReactNode }) {
  const { may } = useMembership();
  if (may('certificates:write')) return children;
  return (
    <Empty icon={IconLock} title="Your role can’t issue certificates">
      An owner or admin of the organisation can make you an issuer.
    </Empty>
  );
}
