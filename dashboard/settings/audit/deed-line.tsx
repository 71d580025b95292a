import { Anchor, Code, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../../app/session.tsx';
import { DEEDS, type Deed } from './deeds.ts';
import type { Names } from './names.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const SCREENS = {
  certificate: '/o/$organisationId/certificates/$id',
  batch: '/o/$organisationId/batches/$id',
  template: '/o/$organisationId/templates/$id',
} as const;

interface DeedLineProps {
  /** The procedure, as in `certificates.revoke`. */
  action: string;
  subject: string | null;
  names: Names;
}

/** A deed in words, with a link to what it was done to. */
export function DeedLine({ action, subject, names }: DeedLineProps) {
  const deed = DEEDS[action];
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {deed ? (
        <Words deed={deed} subject={subject} names={names} />
      ) : (
        <>
          <Code>{action}</Code> {subject}
        </>
      )}
    </Text>
  );
}

function Words({ deed, subject, names }: { deed: Deed; subject: string | null; names: Names }) {
  const { id: organisationId } = useMembership();
  if (!subject || !deed.subject) return deed.words;
  if (deed.subject !== 'name' && UUID.test(subject)) {
    const to = SCREENS[deed.subject];
    return (
      <Anchor
        underline="always"
        renderRoot={(props) => <Link {...props} to={to} params={{ organisationId, id: subject }} />}
      >
        {deed.words}
      </Anchor>
    );
  }
  return (
    <>
      {deed.words} <Name subject={subject} names={names} />
    </>
  );
}

/** An id whose owner is gone is shown as it is. */
function Name({ subject, names }: { subject: string; names: Names }) {
  const name = names.get(subject);
  if (name) return `“${name}”`;
  return UUID.test(subject) ? <Code>{subject}</Code> : `“${subject}”`;
}
