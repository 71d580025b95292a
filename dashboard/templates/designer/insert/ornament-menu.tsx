import { Center, Loader, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSparkles } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { CreatorButton } from './creator-button.tsx';

/** Their outlines are long: they are fetched when the menu is opened. */
const OrnamentList = lazy(async () => ({ default: (await import('./ornaments/list.tsx')).OrnamentList }));

/** Frames, seals, signature lines and ornaments, to put on the page. */
export function OrnamentMenu() {
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="right-start"
      // Where there is no room beside the button, over it.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      width={340}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <CreatorButton creator={{ label: 'Add ornament', short: 'Ornament', icon: IconSparkles }} onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown aria-label="Ornaments" mah="70vh" maw="calc(100vw - 1rem)" style={{ overflowY: 'auto' }}>
        <Suspense
          fallback={
            <Center h={120} role="status" aria-label="Loading">
              <Loader />
            </Center>
          }
        >
          <OrnamentList onInsert={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
