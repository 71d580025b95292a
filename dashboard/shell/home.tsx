import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import { lastOrganisation } from '../lib/last-organisation.ts';
import { useSession } from '../lib/session.ts';
import { PersonCard } from '../people/card.tsx';
import { useSignOut } from '../people/use-sign-out.ts';
import { SignedIn } from './signed-in.tsx';

/** Redirects to the organisation that was last open, or to the only one. */
export function Home() {
  return (
    <SignedIn>
      <Choice />
    </SignedIn>
  );
}

function Choice() {
  const { organisations } = useSession();
  const signOut = useSignOut();
  const last = lastOrganisation();
  const chosen = organisations.find(({ id }) => id === last) ?? (organisations.length === 1 ? organisations[0] : null);
  if (chosen) return <Navigate to="/o/$organisationId" params={{ organisationId: chosen.id }} replace />;
  if (organisations.length === 0) {
    return (
      <PersonCard
        title={t`You’re not in an organisation yet`}
        about={t`Ask an owner or admin of your organisation to invite you.`}
        back={false}
      >
        <Button variant="default" onClick={() => void signOut()}>
          <Trans>Sign out</Trans>
        </Button>
      </PersonCard>
    );
  }
  return (
    <PersonCard title={t`Your organisations`} back={false}>
      <Stack gap="xs">
        {organisations.map(({ id, name }) => (
          <Button
            key={id}
            variant="default"
            justify="flex-start"
            renderRoot={(props) => <Link {...props} to="/o/$organisationId" params={{ organisationId: id }} />}
          >
            {name}
          </Button>
        ))}
      </Stack>
    </PersonCard>
  );
}
