import { ActionIcon, Tooltip } from '@mantine/core';
import type { Icon as ToolIcon } from '@tabler/icons-react';

interface ToolProps {
  label: string;
  icon: ToolIcon;
  isDisabled?: boolean;
  onClick: () => void;
}

/** Icon button of a toolbar, with its name as a tooltip. */
export function Tool({ label, icon: Icon, isDisabled = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        // Stays focusable while disabled: removing the focused button would lose keyboard focus.
        style={isDisabled ? { opacity: 0.4, cursor: 'default' } : {}}
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && onClick()}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
