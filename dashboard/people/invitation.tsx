import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { Failed, Loading } from '../components/states.tsx';
import { useSessionApi } from '../lib/api.tsx';
import { auth, orThrow } from '../lib/auth.ts';
import { codeOf, isMissing, messageOf } from '../lib/errors/errors.ts';
import type { Outputs } from '../lib/session.ts';
import { PersonCard } from './card.tsx';
import { NewPassword, passwordError } from './new-password.tsx';

const INVITED: Record<Outputs['invitations']['get']['role'], string> = {
  owner: t`You’ve been invited as an owner.`,
  admin: t`You’ve been invited as an admin.`,
  issuer: t`You’ve been invited as an issuer.`,
  viewer: t`You’ve been invited as a viewer.`,
};

/** Target page of an invitation's link. */
export function Invitation() {
  const { token = '' } = useSearch({ from: '/invitation' });
  const api = useSessionApi();
  const { data, error, refetch } = useQuery(api.invitations.get.queryOptions({ token }));
  if (isMissing(error)) {
    return (
      <PersonCard
        title={t`This invitation is no longer valid`}
        about={t`It was already used, was withdrawn, or is more than a week old. Ask for a new one.`}
      >
        {null}
      </PersonCard>
    );
  }
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading />;
  return (
    <PersonCard title={t`Join ${{ organisation: data.organisation }}`} about={INVITED[data.role]}>
      {data.hasAccount ? <Join token={token} email={data.email} /> : <JoinAsNew token={token} email={data.email} />}
    </PersonCard>
  );
}

function useAccept() {
  const api = useSessionApi();
  const router = useRouter();
  const accept = useMutation(api.invitations.accept.mutationOptions());
  const open = ({ organisationId }: { organisationId: string }) =>
    router.navigate({ to: '/o/$organisationId', params: { organisationId }, reloadDocument: true });
  return { accept, open };
}

/** Signs in with an existing account, then joins. */
function Join({ token, email }: { token: string; email: string }) {
  const { accept, open } = useAccept();
  const needsSignIn = codeOf(accept.error) === 'UNAUTHORIZED' || codeOf(accept.error) === 'FORBIDDEN';
  return (
    <Stack>
      <Text>
        <Trans>
          Your account is <strong>{email}</strong>.
        </Trans>
      </Text>
      {accept.error && (
        <Alert color="red" role="alert">
          {needsSignIn ? t`Sign in as ${email} first.` : messageOf(accept.error)}
        </Alert>
      )}
      {needsSignIn ? (
        <Button
          renderRoot={(props) => (
            <Link {...props} to="/login" search={{ to: `/invitation?token=${encodeURIComponent(token)}` }} />
          )}
        >
          <Trans>Sign in</Trans>
        </Button>
      ) : (
        <Button
          loading={accept.isPending}
          onClick={() => accept.mutate({ token }, { onSuccess: (joined) => void open(joined) })}
        >
          <Trans>Join</Trans>
        </Button>
      )}
    </Stack>
  );
}

function JoinAsNew({ token, email }: { token: string; email: string }) {
  const { accept, open } = useAccept();
  const router = useRouter();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', password: '' },
    validate: { name: (name) => (name.trim() === '' ? t`Enter your name` : null), password: passwordError },
  });
  const join = form.onSubmit(async ({ name, password }) => {
    const joined = await accept.mutateAsync({ token, name, password }).catch(() => null);
    if (!joined) return;
    try {
      await orThrow(auth.signIn.email({ email, password }));
    } catch {
      // The invitation is used up, but the account exists.
      return router.navigate({ to: '/login', search: { to: `/o/${joined.organisationId}` } });
    }
    await open(joined);
  });
  return (
    <form onSubmit={join} noValidate>
      <Stack>
        {accept.error && (
          <Alert color="red" role="alert">
            {messageOf(accept.error)}
          </Alert>
        )}
        <TextInput label={t`E-mail address`} value={email} readOnly autoComplete="username" />
        <TextInput label={t`Your name`} autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
        <NewPassword form={form} label={t`Password`} />
        <Button type="submit" fullWidth loading={form.submitting}>
          <Trans>Create my account and join</Trans>
        </Button>
      </Stack>
    </form>
  );
}
