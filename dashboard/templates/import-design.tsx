import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, FileButton, Modal, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Design } from '../../templates-engine/design/design.ts';
import { useApi, useApiClient } from '../lib/api.tsx';
import { LocalError, messageOf } from '../lib/errors/errors.ts';
import { readDesign } from './read-design.ts';
import { useOpenDesign } from './use-design-actions.ts';

/** Imports a design document from a file as a new draft. */
export function ImportDesign() {
  const reset = useRef<() => void>(null);
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const openDesign = useOpenDesign();
  const take = useMutation({
    mutationFn: async (file: File) => client.designs.create.mutate({ design: { ...(await readFile(file, client)) } }),
    onSuccess: async (created) => {
      await queryClient.invalidateQueries(api.designs.list.pathFilter());
      await openDesign(created);
    },
  });
  return (
    <>
      <FileButton
        resetRef={reset}
        accept="application/json,.json"
        onChange={(file) => {
          reset.current?.();
          if (file) take.mutate(file);
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={take.isPending}
            leftSection={<IconFileImport size={16} aria-hidden />}
          >
            <Trans context="verb">Import</Trans>
          </Button>
        )}
      </FileButton>
      <Modal opened={take.isError} onClose={take.reset} title={t`File not imported`}>
        <Alert color="red" mb="md" role="alert">
          {messageOf(take.error)}
        </Alert>
        <Text size="sm">
          <Trans>
            Use a JSON file from “Export”. It has a name, a page, a variable for the recipient’s name, and elements.
          </Trans>
        </Text>
      </Modal>
    </>
  );
}

async function readFile(file: File, client: ReturnType<typeof useApiClient>): Promise<Design> {
  const text = await file.text();
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new LocalError(t`“${{ file: file.name }}” isn’t a JSON file.`);
  }
  return readDesign(await withPage(document, client), t`“${{ file: file.name }}” isn’t a design document.`);
}

/** Adds the page size to a document with a background PDF that does not state it. The server reads it from the PDF. */
async function withPage(document: unknown, client: ReturnType<typeof useApiClient>): Promise<unknown> {
  const { page, background } = (document ?? {}) as { page?: object; background?: { pdf?: unknown } };
  if (typeof background?.pdf !== 'string') return document;
  const { pdf, width, height } = await client.designs.letterhead.mutate({ pdf: background.pdf });
  return { ...(document as object), page: { width, height, ...page }, background: { ...background, pdf } };
}
