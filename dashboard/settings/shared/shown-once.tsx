import { Trans } from '@lingui/react/macro';
import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useId } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { CopyWide } from '../../components/copy.tsx';

interface ShownOnceProps {
  title: string;
  /** Request to copy the secret now. */
  about: string;
  /** Label of the button that copies it. */
  copy: string;
  value: string;
  /** Instructions for its use. */
  children?: ReactNode;
  onClose: () => void;
}

/** Shows a secret that cannot be shown again. Only its own button closes the dialog. */
export function ShownOnce({ title, about, copy, value, children, onClose }: ShownOnceProps) {
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
          {about}
        </Text>
        <Secret value={value} labelId={labelId} />
        <Group>
          <CopyWide value={value} label={copy} />
        </Group>
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
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
