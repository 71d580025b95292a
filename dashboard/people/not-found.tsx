import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PersonCard } from './card.tsx';

export function NotFound() {
  return (
    <PersonCard title={t`Page not found`} about={t`The link may be mistyped or out of date.`} back={false}>
      <Button component={Link} to="/">
        <Trans>Go to the home page</Trans>
      </Button>
    </PersonCard>
  );
}
