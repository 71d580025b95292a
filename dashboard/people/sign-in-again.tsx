import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Modal, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { endedSession } from '../lib/ended-session.ts';
import { SignInForm } from './sign-in-form.tsx';

interface SignInAgainProps {
  /** E-mail address of the user whose session has ended. */
  email: string;
  /** Returns the e-mail address of the currently signed-in user. */
  readEmail: () => Promise<string>;
}

/** Sign-in over a page whose session has ended. The page keeps its state and continues afterwards. */
export function SignInAgain({ email, readEmail }: SignInAgainProps) {
  const ended = useSyncExternalStore(endedSession.subscribe, endedSession.get);
  const goOn = async () => {
    // A different user must not continue with the open page.
    if ((await readEmail()) === email) ended?.signedIn();
    else location.reload();
  };
  return (
    <Modal
      opened={ended !== null}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t`Your session has ended`}
      centered
    >
      <Text size="sm" c="dimmed" mb="md">
        <Trans>Sign in to continue. Nothing on this page is lost.</Trans>
      </Text>
      <SignInForm email={email} onSignedIn={goOn} />
    </Modal>
  );
}
