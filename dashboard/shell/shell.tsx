import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import './shell.css';
import './app.css';
import { Box, Button } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { IconLayoutGrid } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Empty } from '../components/states.tsx';
import { OrganisationApi } from '../lib/api.tsx';
import { rememberOrganisation } from '../lib/last-organisation.ts';
import { MembershipProvider, membershipOf, useSession } from '../lib/session.ts';
import { Live } from '../live/live.tsx';
import { Frame } from './frame.tsx';
import { SignedIn } from './signed-in.tsx';

/** Screens of one organisation, for its members. */
export function OrganisationShell() {
  return (
    <SignedIn>
      <Organisation />
    </SignedIn>
  );
}

function Organisation() {
  const { organisationId } = useParams({ strict: false });
  const { organisations } = useSession();
  const membership = membershipOf(organisations, organisationId);
  const liveId = membership?.liveId;
  useEffect(() => {
    if (liveId !== undefined) rememberOrganisation(liveId);
  }, [liveId]);
  if (!membership) {
    return (
      <Box p="xl">
        <Empty
          icon={IconLayoutGrid}
          title={t`You don’t have access to this organisation`}
          action={
            <Button component={Link} to="/">
              <Trans>Go to your organisations</Trans>
            </Button>
          }
        >
          <Trans>You may have left it, or the link may be wrong.</Trans>
        </Empty>
      </Box>
    );
  }
  return (
    <MembershipProvider value={membership}>
      <OrganisationApi key={membership.id} organisationId={membership.id}>
        <Live>
          <ModalsProvider>
            <Frame />
          </ModalsProvider>
        </Live>
      </OrganisationApi>
    </MembershipProvider>
  );
}
