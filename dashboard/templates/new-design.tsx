import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../lib/session.ts';

/** Links to the library of designs, where a template is started. */
export function NewDesign() {
  const { id: organisationId } = useMembership();
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/o/$organisationId/templates/new" params={{ organisationId }} />}
    >
      <Trans>New template</Trans>
    </Button>
  );
}
