import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Image, Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Page } from '../../components/page.tsx';
import { joined } from '../../language/joined.ts';
import { useApiClient } from '../../lib/api.tsx';
import { messageOf } from '../../lib/errors/errors.ts';
import { DrawingFailed } from './document/drawing-failed.tsx';
import type { OpenedDesign } from './document/opened.ts';
import { draftVariables } from './elements/kinds.ts';
import { toDraft } from './model/design.ts';

/** Shows a template to members who cannot edit it. */
export function DesignPicture({ opened: { id, revision, design }, about }: { opened: OpenedDesign; about: string }) {
  const client = useApiClient();
  const variables = useMemo(() => draftVariables(toDraft(design)), [design]);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['design-picture', id, revision],
    queryFn: ({ signal }) => client.designs.preview.mutate({ design, values: {} }, { signal }),
    retry: false,
  });
  const { width, height } = design.page;
  return (
    <Page title={design.name} about={design.formationName}>
      <Text c="dimmed">{about}</Text>
      {error && <DrawingFailed reason={messageOf(error)} onRetry={() => void refetch()} />}
      {isPending && <Skeleton maw={width} style={{ aspectRatio: `${width} / ${height}` }} />}
      {data?.image && (
        <Paper withBorder maw={width} style={{ overflow: 'hidden' }}>
          <Image src={data.image} alt={t`Preview of ${{ name: design.name }}`} />
        </Paper>
      )}
      {data && !data.image && (
        <Alert color="yellow">
          <Trans>This design isn’t finished yet, so there’s no preview.</Trans>
        </Alert>
      )}
      {variables.length > 0 && (
        <Text size="sm">
          <Trans>Variables: {{ variables: joined(variables) }}</Trans>
        </Text>
      )}
    </Page>
  );
}
