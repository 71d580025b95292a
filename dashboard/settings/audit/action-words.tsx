import { t } from '@lingui/core/macro';
import { Anchor, Code, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../../lib/session.ts';
import { ACTION_TEXTS, type ActionText } from './action-texts.tsx';
import type { Names } from './names.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const SCREENS = {
  certificate: '/o/$organisationId/certificates/$id',
  batch: '/o/$organisationId/batches/$id',
  template: '/o/$organisationId/templates/$id',
} as const;

interface ActionWordsProps {
  /** Name of the procedure, for example `certificates.revoke`. */
  action: string;
  subject: string | null;
  names: Names;
}

/** Shows an action in words, with a link to its subject. */
export function ActionWords({ action, subject, names }: ActionWordsProps) {
  const text = ACTION_TEXTS[action];
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {text ? (
        <Words text={text} subject={subject} names={names} />
      ) : (
        <>
          <Code>{action}</Code> {subject}
        </>
      )}
    </Text>
  );
}

function Words({ text, subject, names }: { text: ActionText; subject: string | null; names: Names }) {
  const { id: organisationId } = useMembership();
  if (subject && text.named) return text.named(<Name subject={subject} names={names} />);
  if (!subject || !text.subject) return text.words;
  if (UUID.test(subject)) {
    const to = SCREENS[text.subject];
    return (
      <Anchor
        underline="always"
        renderRoot={(props) => <Link {...props} to={to} params={{ organisationId, id: subject }} />}
      >
        {text.words}
      </Anchor>
    );
  }
  return (
    <>
      {text.words} <Name subject={subject} names={names} />
    </>
  );
}

/** An id without a known name is shown as is. */
function Name({ subject, names }: { subject: string; names: Names }) {
  const name = names.get(subject);
  if (name) return t`“${name}”`;
  return UUID.test(subject) ? <Code>{subject}</Code> : t`“${{ name: subject }}”`;
}
