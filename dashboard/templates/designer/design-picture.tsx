import { Alert, Image, Paper, Skeleton, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useMembership } from '../../app/session.tsx';
import { Page } from '../../components/page.tsx';
import { DrawingFailed } from './document/drawing-failed.tsx';
import type { OpenedDesign } from './document/opened.ts';
import { usePreview } from './document/use-preview.ts';
import { draftDefinitions, draftVariables } from './elements/kinds.ts';
import { toDraft } from './model/design.ts';
import { shownValues } from './model/variables.ts';

/** A template for members who may not change it. */
export function DesignPicture({ opened: { design }, about }: { opened: OpenedDesign; about: string }) {
  const { name } = useMembership();
  const draft = useMemo(() => toDraft(design), [design]);
  const variables = useMemo(() => draftVariables(draft), [draft]);
  const values = useMemo(
    () => shownValues(variables, { ...design, variables: draftDefinitions(draft) }, {}, name),
    [variables, design, draft, name],
  );
  const { image, failure, isBusy, retry } = usePreview(draft, values);
  const { width, height } = design.page;
  return (
    <Page title={design.name} about={design.formationName}>
      <Text c="dimmed">{about}</Text>
      {failure && <DrawingFailed reason={failure} onRetry={retry} />}
      {isBusy && !failure && <Skeleton maw={width} style={{ aspectRatio: `${width} / ${height}` }} />}
      {image && (
        <Paper withBorder maw={width} style={{ overflow: 'hidden' }}>
          <Image src={image} alt={`The page of ${design.name}`} />
        </Paper>
      )}
      {!image && !isBusy && !failure && (
        <Alert color="yellow">The design is not finished: it can’t be shown yet.</Alert>
      )}
      {variables.length > 0 && <Text size="sm">Variables: {variables.join(', ')}</Text>}
    </Page>
  );
}
