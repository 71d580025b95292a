import { Modal, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { endedSession } from '../app/ended-session.ts';
import { SignInForm } from './sign-in-form.tsx';

interface SignInAgainProps {
  /** Who was signed in. */
  email: string;
  /** The e-mail address of who is signed in now. */
  readEmail: () => Promise<string>;
}

/** The sign-in over a page whose session has ended: the page stays as it is, and goes on afterwards. */
export function SignInAgain({ email, readEmail }: SignInAgainProps) {
  const ended = useSyncExternalStore(endedSession.subscribe, endedSession.get);
  const goOn = async () => {
    // What one person has open is not another's to go on with.
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
      title="Your session has ended"
      centered
    >
      <Text size="sm" c="dimmed" mb="md">
        Sign in to continue. Nothing on this page is lost.
      </Text>
      <SignInForm email={email} onSignedIn={goOn} />
    </Modal>
  );
}
