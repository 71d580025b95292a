import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi, useApiClient } from '../../../app/api.tsx';
import { detailsOf, notifyDone } from '../../../app/errors.ts';
import { failureText, LocalError } from '../../shared/local-error.ts';
import { toDesign } from '../elements/to-design.ts';
import { useEditor } from '../model/editor-context.ts';
import type { Autosave } from './use-autosave.ts';

interface PublishProps {
  id: string;
  autosave: Autosave;
  onPublished: (version: number) => void;
}

/** Publishes the design: new certificates are issued from it. */
export function Publish({ id, autosave, onPublished }: PublishProps) {
  const { draft, preview, showTab } = useEditor();
  const [isOpen, { open, close }] = useDisclosure();
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const publish = useMutation({
    mutationFn: async () => {
      if (!(await autosave.flush()))
        throw new LocalError('Your latest changes couldn’t be saved, so nothing was published. Try again.');
      return client.designs.publish.mutate({ id, design: toDesign(draft), revision: autosave.revision() });
    },
    onSuccess: ({ version, revision }) => {
      autosave.accept(draft, revision);
      onPublished(version);
      close();
      notifyDone(`Version ${version} published`);
      void queryClient.invalidateQueries(api.designs.list.pathFilter());
      void queryClient.invalidateQueries(api.designs.versions.pathFilter());
      void queryClient.invalidateQueries(api.templates.pathFilter());
    },
  });
  const start = () => {
    publish.reset();
    open();
  };
  return (
    <>
      <Button onClick={start}>Publish</Button>
      <Modal opened={isOpen} onClose={close} title="Publish this template?">
        <Stack>
          <Text size="sm">
            New certificates will use this version. Certificates you’ve already issued don’t change.
          </Text>
          {preview.findings.length > 0 && !publish.error && (
            <Alert color="yellow">
              <Text size="sm">
                There are open problems. Review them first, unless they’re only about your sample values.
              </Text>
            </Alert>
          )}
          {publish.error && <Refusal error={publish.error} />}
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={() => {
                close();
                if (publish.error || preview.findings.length > 0) showTab('checks');
              }}
            >
              {publish.error || preview.findings.length > 0 ? 'Review problems' : 'Cancel'}
            </Button>
            <Button loading={publish.isPending} onClick={() => publish.mutate()}>
              Publish
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function Refusal({ error }: { error: unknown }) {
  const details = detailsOf(error);
  return (
    <Alert color="red" role="alert" title="The template wasn’t published">
      {details.length > 0 ? (
        <List size="sm">
          {details.map(({ path, message }) => (
            <List.Item key={`${path} ${message}`}>
              {path} {message}
            </List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm">{failureText(error)}</Text>
      )}
    </Alert>
  );
}
