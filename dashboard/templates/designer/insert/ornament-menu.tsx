import { t } from '@lingui/core/macro';
import { Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSparkles } from '@tabler/icons-react';
import { lazy } from 'react';
import { LoadedLater } from '../../../components/states.tsx';
import { CreatorButton } from './creator-button.tsx';

/** Loaded when the menu opens, because the outlines are long. */
const OrnamentList = lazy(async () => ({ default: (await import('./ornaments/list.tsx')).OrnamentList }));

/** Menu of frames, seals, signature lines and ornaments. */
export function OrnamentMenu() {
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="right-start"
      // Placed over the button if there is no room next to it.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      width={340}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <CreatorButton creator={{ label: t`Add ornament`, short: t`Ornament`, icon: IconSparkles }} onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Ornaments`} mah="70vh" maw="calc(100vw - 1rem)" style={{ overflowY: 'auto' }}>
        <LoadedLater>
          <OrnamentList onInsert={close} />
        </LoadedLater>
      </Popover.Dropdown>
    </Popover>
  );
}
