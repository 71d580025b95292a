import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { useApi } from '../../lib/api.tsx';
import { fieldErrors } from '../../lib/errors/errors.ts';
import { useMembership } from '../../lib/session.ts';
import { Invited, type InvitedProps } from './invited.tsx';
import { type Role, rolesFor } from './roles.ts';

/** Invites a person with a role, then shows how the invitation is delivered. */
export function InviteMember({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const [invited, setInvited] = useState<Omit<InvitedProps, 'onClose'> | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={invited ? t`Invited` : t`Invite someone`}
      size="lg"
      closeOnClickOutside={false}
    >
      {invited ? <Invited {...invited} onClose={onClose} /> : <Form onClose={onClose} onInvited={setInvited} />}
    </Modal>
  );
}

interface FormProps {
  onClose: () => void;
  onInvited: (invited: Omit<InvitedProps, 'onClose'>) => void;
}

function Form({ onClose, onInvited }: FormProps) {
  const { role: own } = useMembership();
  const { form, submit, isPending } = useInvite(onInvited);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t`E-mail address`}
          type="email"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Radio.Group label={t`Role`} {...form.getInputProps('role')}>
          <Stack gap="xs" my="xs">
            {rolesFor(own).map(({ role, label, about }) => (
              <Radio key={role} value={role} label={label} description={about} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isPending}>
            <Trans>Invite</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useInvite(onInvited: FormProps['onInvited']) {
  const api = useApi();
  const queryClient = useQueryClient();
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: '', role: 'issuer' },
    validate: { email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : t`Enter an e-mail address`) },
  });
  const invite = useMutation(
    api.members.invite.mutationOptions({
      onSuccess: async ({ isOutbox }, { email }) => {
        onInvited({ email, isOutbox });
        await queryClient.invalidateQueries(api.members.pathFilter());
      },
      onError: (error) => form.setErrors(fieldErrors(error, ['email', 'role'])),
    }),
  );
  const submit = form.onSubmit(({ email, role }) => invite.mutate({ email: email.trim(), role }));
  return { form, submit, isPending: invite.isPending };
}
