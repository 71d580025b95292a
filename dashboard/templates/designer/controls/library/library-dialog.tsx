import { t } from '@lingui/core/macro';
import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode } from 'react';
import { LoadedLater } from '../../../../components/states.tsx';

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
        <LoadedLater>
          <Library onPick={take} />
        </LoadedLater>
      </Modal>
    </>
  );
}
