import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { confirm } from '../../components/confirm.tsx';
import { OrganisationLogo } from '../../components/organisation-logo.tsx';
import { useApi } from '../../lib/api.tsx';
import { useMembership } from '../../lib/session.ts';
import { Section } from '../shared/section.tsx';
import { LogoAddress } from './logo-address.tsx';
import { useLogoChange } from './logo-change.ts';
import { LogoDrop } from './logo-drop.tsx';

/** Manages the organisation's logo: an uploaded picture or a web address. Changes are saved immediately. */
export function Logo({ logoUrl }: { logoUrl: string | null }) {
  const { may, id } = useMembership();
  const mayWrite = may('organisation:write');
  return (
    <Section title="Logo" about="Shown on white at the top of every e-mail and verification page.">
      <Card withBorder>
        <Stack>
          {logoUrl ? (
            <OrganisationLogo organisationId={id} logoUrl={logoUrl} alt="The organisation’s logo" height={64} />
          ) : (
            <Text size="sm" c="dimmed">
              No logo yet. E-mails are sent without one.
            </Text>
          )}
          {mayWrite && <LogoDrop />}
          {mayWrite && <LogoAddress key={logoUrl} logoUrl={logoUrl} />}
          {mayWrite && logoUrl && <Remove />}
        </Stack>
      </Card>
    </Section>
  );
}

function Remove() {
  const remove = useMutation(useApi().organisation.deleteLogo.mutationOptions(useLogoChange('Logo removed.')));
  return (
    <Group>
      <Button
        variant="default"
        loading={remove.isPending}
        onClick={() =>
          confirm({
            title: 'Remove the logo?',
            text: 'E-mails will be sent without a logo.',
            confirm: 'Remove the logo',
            isDangerous: true,
            onConfirm: () => remove.mutate(),
          })
        }
      >
        Remove the logo
      </Button>
    </Group>
  );
}
