import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
    <Section title={t`Logo`} about={t`Shown on white at the top of every e-mail and verification page.`}>
      <Card withBorder>
        <Stack>
          {logoUrl ? (
            <OrganisationLogo organisationId={id} logoUrl={logoUrl} alt={t`The organisation’s logo`} height={64} />
          ) : (
            <Text size="sm" c="dimmed">
              <Trans>No logo yet. E-mails are sent without one.</Trans>
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
  const remove = useMutation(useApi().organisation.deleteLogo.mutationOptions(useLogoChange(t`Logo removed.`)));
  return (
    <Group>
      <Button
        variant="default"
        loading={remove.isPending}
        onClick={() =>
          confirm({
            title: t`Remove the logo?`,
            text: t`E-mails will be sent without a logo.`,
            confirm: t`Remove the logo`,
            isDangerous: true,
            onConfirm: () => remove.mutate(),
          })
        }
      >
        <Trans>Remove the logo</Trans>
      </Button>
    </Group>
  );
}
