import { ActionIcon, Tooltip } from '@mantine/core';
import type { Icon as ToolIcon } from '@tabler/icons-react';

interface ToolProps {
  label: string;
  icon: ToolIcon;
  isDisabled?: boolean;
  onClick: () => void;
}

/** A button of a toolbar: a picture with its name. */
export function Tool({ label, icon: Icon, isDisabled = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        // It stays a stop of the Tab key: a button that takes the keyboard away with it loses people.
        style={isDisabled ? { opacity: 0.4, cursor: 'default' } : {}}
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && onClick()}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
