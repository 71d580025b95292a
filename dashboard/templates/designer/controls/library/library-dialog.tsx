import { t } from '@lingui/core/macro';
import { Center, Loader, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense } from 'react';

/** Loaded when the library opens. */
const Library = lazy(async () => ({ default: (await import('./library.tsx')).Library }));

interface LibraryDialogProps {
  /** Returns the control that opens the dialog. */
  children: (open: () => void) => ReactNode;
  onPick: (file: File) => Promise<void> | void;
}

/** Dialog that offers the pictures of the organisation's library. A picked one comes as a file. */
export function LibraryDialog({ children, onPick }: LibraryDialogProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const take = async (file: File) => {
    await onPick(file);
    close();
  };
  return (
    <>
      {children(open)}
      <Modal opened={isOpen} onClose={close} title={t`Library`} size="lg">
        <Suspense
          fallback={
            <Center h={120} role="status" aria-label={t`Loading`}>
              <Loader />
            </Center>
          }
        >
          <Library onPick={take} />
        </Suspense>
      </Modal>
    </>
  );
}
