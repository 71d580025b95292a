import { Badge, Button, Card, Drawer, Group, Image, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Ago } from '../../../components/format.tsx';
import { Failed, Loading } from '../../../components/states.tsx';
import { useApi, useApiClient } from '../../../lib/api.tsx';
import { LocalError, notifyDone, notifyError } from '../../../lib/errors/errors.ts';
import { isDesign } from '../elements/is-design.ts';
import { type Design, toDraft } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';

/** Lists the published versions. An earlier one can be restored as the draft. */
export function Versions({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" title="Version history" size="md">
      <VersionList id={id} onClose={onClose} />
    </Drawer>
  );
}

function VersionList({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(useApi().designs.versions.queryOptions({ id }));
  const { edit } = useEditor();
  const client = useApiClient();
  const take = useMutation({
    mutationFn: async (version: number): Promise<Design> => {
      const { design } = await client.designs.version.query({ id, version });
      if (!isDesign(design)) throw new LocalError('This version’s format isn’t supported.');
      return design;
    },
    onSuccess: (design, version) => {
      edit(() => ({ draft: toDraft(design), selection: [] }));
      onClose();
      notifyDone(`Version ${version} restored. Publish to use it, or undo to go back.`);
    },
    onError: notifyError,
  });
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading rows={3} />;
  if (data.versions.length === 0)
    return <Text c="dimmed">No versions yet. Each time you publish, the version is kept here.</Text>;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Certificates keep the version they were issued with. Restoring a version replaces the draft in the designer.
      </Text>
      {data.versions.map(({ version, createdAt, thumbnailUrl, isCurrent }) => (
        <Card key={version} withBorder padding="sm">
          <Card.Section>
            <Image src={thumbnailUrl} alt={`Version ${version}`} mah={240} fit="contain" loading="lazy" bg="gray.1" />
          </Card.Section>
          <Group justify="space-between" mt="sm">
            <div>
              <Text fw={600}>Version {version}</Text>
              <Text size="sm" c="dimmed">
                <Ago moment={createdAt} />
              </Text>
            </div>
            {isCurrent && <Badge>Published</Badge>}
          </Group>
          <Button
            mt="sm"
            size="xs"
            variant="default"
            loading={take.isPending && take.variables === version}
            onClick={() => take.mutate(version)}
          >
            Restore version {version}
          </Button>
        </Card>
      ))}
    </Stack>
  );
}
