import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { MAX_NOTE_LENGTH } from '../../../../domain/limits.ts';
import { useApi, useApiClient } from '../../../lib/api.tsx';
import { useAttempt } from '../../../lib/attempt.ts';
import { detailsOf, LocalError, messageOf, notifyDone, reasonOf } from '../../../lib/errors/errors.ts';
import { useMembership } from '../../../lib/session.ts';
import { notifyWithAction } from '../../../lib/toasts/notify-with-action.tsx';
import type { Draft } from '../model/design.ts';
import { changeDesign } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import { useChecked } from '../model/preview.ts';
import { findingsOf } from './findings.ts';
import type { Autosave } from './use-autosave.ts';

interface PublishProps {
  id: string;
  /** True before the first publication. */
  isFirst: boolean;
  autosave: Autosave;
  isOpen: boolean;
  onClose: () => void;
  onPublished: (version: number) => void;
}

/**
 * Asks before it publishes the design. New certificates are issued from that version. The first time, it also asks for the name. A default
 * name is in the language of its author, so a comparison would miss those of other languages.
 */
export function Publish({ id, isFirst, autosave, isOpen, onClose, onPublished }: PublishProps) {
  const { draft, edit, dispatch, showTab } = useEditor();
  const [asksForName, setAsksForName] = useState(false);
  const { findings } = useChecked();
  const [note, setNote] = useState('');
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const attempt = useAttempt();
  const tellPublished = useTellPublished(id);
  const publish = useMutation({
    mutationFn: async () => {
      if (!(await autosave.flush()))
        throw new LocalError(t`Your latest changes couldn’t be saved, so nothing was published. Try again.`);
      // A save during the publication would change the revision that is published.
      const publication = autosave.hold(async () => {
        const input = { id, revision: autosave.revision(), ...(note.trim() && { note }) };
        const published = await client.designs.publish.mutate(input, attempt.optionsFor(input));
        autosave.notePublished(published.revision);
        return published;
      });
      return publication.catch(async (error: unknown) => {
        if (reasonOf(error) !== 'design_changed') throw error;
        await autosave.catchUp();
        throw new LocalError(
          t`This template changed in another tab or by someone else. Check the changes, then publish again.`,
        );
      });
    },
    onSuccess: ({ version }) => {
      attempt.succeeded();
      onPublished(version);
      onClose();
      tellPublished(version);
      void queryClient.invalidateQueries(api.designs.list.pathFilter());
      void queryClient.invalidateQueries(api.designs.versions.pathFilter());
      void queryClient.invalidateQueries(api.templates.pathFilter());
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening starts again; the name is then typed in the dialog
  useEffect(() => {
    if (!isOpen || publish.isPending) return;
    publish.reset();
    setNote('');
    setAsksForName(isFirst);
  }, [isOpen]);
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`Publish this template?`}>
      <Stack>
        <Text size="sm">
          <Trans>New certificates will use this version. Certificates you’ve already issued don’t change.</Trans>
        </Text>
        {asksForName && (
          <TextInput
            data-autofocus
            label={t({ message: 'Name', context: 'of a template' })}
            description={t`Recipients see it in their e-mail, and anyone who verifies a certificate sees it.`}
            value={draft.name}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => edit(changeDesign({ name: currentTarget.value }), 'name')}
            onBlur={() => dispatch({ type: 'settle' })}
          />
        )}
        <TextInput
          label={t`Note (optional)`}
          description={t`What’s new in this version. Your team sees it in the version history.`}
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {findings.length > 0 && !publish.error && (
          <Alert color="yellow">
            <Text size="sm">
              <Trans>There are open problems. Review them first, unless they’re only about your sample values.</Trans>
            </Text>
          </Alert>
        )}
        {publish.error && <Refusal error={publish.error} draft={draft} />}
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              onClose();
              if (publish.error || findings.length > 0) showTab('checks');
            }}
          >
            {publish.error || findings.length > 0 ? t`Review problems` : t`Cancel`}
          </Button>
          <Button loading={publish.isPending} onClick={() => publish.mutate()}>
            <Trans>Publish</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Notifies that a version was published, with a link to issue a certificate. */
function useTellPublished(templateId: string) {
  const { id: organisationId, may } = useMembership();
  const navigate = useNavigate();
  return (version: number) => {
    const message = t`Version ${version} published`;
    if (!may('certificates:write')) return notifyDone(message);
    notifyWithAction(message, t`Issue a certificate`, () => {
      void navigate({ to: '/o/$organisationId/issue', params: { organisationId }, search: { templateId } });
    });
  };
}

function Refusal({ error, draft }: { error: unknown; draft: Draft }) {
  const faults = findingsOf(draft, { issues: detailsOf(error), problems: [] });
  return (
    <Alert color="red" role="alert" title={t`The template wasn’t published`}>
      {faults.length > 0 ? (
        <List size="sm">
          {faults.map(({ key, text }) => (
            <List.Item key={key}>{text}</List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm">{messageOf(error)}</Text>
      )}
    </Alert>
  );
}
