import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useId } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { CopyWide } from '../../components/copy.tsx';

interface ShownOnceProps {
  title: string;
  /** Name of the secret in one or two words: "key". */
  what: string;
  value: string;
  /** Instructions for its use. */
  children?: ReactNode;
  onClose: () => void;
}

/** Shows a secret that cannot be shown again. Only its own button closes the dialog. */
export function ShownOnce({ title, what, value, children, onClose }: ShownOnceProps) {
  const labelId = useId();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Text size="sm" id={labelId}>
          Copy the {what} now and keep it somewhere safe. It is not shown again.
        </Text>
        <Secret value={value} labelId={labelId} />
        <Group>
          <CopyWide value={value} label={`Copy ${what}`} />
        </Group>
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Secret({ value, labelId }: { value: string; labelId: string }) {
  return (
    <Code block aria-describedby={labelId} fz="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {value}
    </Code>
  );
}
