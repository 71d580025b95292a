import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Center, Image, Loader, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Template } from '../issuing/recipients.ts';
import { useApi } from '../lib/api.tsx';
import { messageOf } from '../lib/errors/errors.ts';
import type { Row } from './rows/rows.ts';

/** Shows the certificates of the first rows as they will be. */
export function FirstCertificates({ template, rows }: { template: Template; rows: readonly Row[] }) {
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {rows.length === 1
          ? t`The first certificate`
          : plural({ count: rows.length }, { other: 'The first # certificates' })}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: rows.length }}>
        {rows.map((row) => (
          <FirstCertificate key={row.number} template={template} row={row} />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        <Trans>The QR code and the number are samples.</Trans>
      </Text>
    </Stack>
  );
}

/** Returns the picture of a row's certificate. */
export function useRowPicture(template: Template, { recipient: { variables, awardedOn, expiresAt } }: Row) {
  return useQuery(
    useApi().templates.preview.queryOptions(
      { id: template.id, variables, awardedOn, expiresAt },
      { staleTime: Number.POSITIVE_INFINITY, gcTime: 10_000 },
    ),
  );
}

function FirstCertificate({ template, row }: { template: Template; row: Row }) {
  const { data, error } = useRowPicture(template, row);
  const name = row.recipient.variables[template.recipientNameVariable] ?? '';
  return (
    <Paper component="figure" withBorder p="xs" m={0}>
      {data?.image ? (
        <Image src={data.image} alt={t`Certificate of ${name}`} fit="contain" mah={320} />
      ) : (
        <Center mih={160}>
          {error ? (
            <Text size="sm">{messageOf(error)}</Text>
          ) : (
            <Loader role="status" aria-label={t`Loading the certificate of ${name}`} />
          )}
        </Center>
      )}
      <Text component="figcaption" size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          Row {{ row: row.number }}: {name}
        </Trans>
      </Text>
    </Paper>
  );
}
