import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileButton, SimpleGrid, Stack, Title } from '@mantine/core';
import { IconPhotoStar } from '@tabler/icons-react';
import { useRef } from 'react';
import type { VariableDefinitions } from '../../../../templates-engine/variables/properties.ts';
import { notifyError } from '../../../lib/errors/errors.ts';
import { useOpenText } from '../canvas/use-open-text.ts';
import { LibraryDialog } from '../controls/library/library-dialog.tsx';
import { useOfferToKeep } from '../controls/library/use-keep.ts';
import { CREATORS, creatorFor } from '../elements/kinds.ts';
import { type DesignElement, withId } from '../model/design.ts';
import { addItems } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import type { Creator, FileCreator } from '../model/element-kind.ts';
import { CreatorButton } from './creator-button.tsx';
import { OrnamentMenu } from './ornament-menu.tsx';
import { VariableList } from './variable-list.tsx';

/** Inserts elements and variables into the page. */
export function Insert() {
  const { draft, edit, showTab } = useEditor();
  const openText = useOpenText();
  const add = (element: DesignElement, variables?: VariableDefinitions) => {
    const item = withId(element);
    edit(addItems([item], variables));
    showTab('properties');
    openText(item, { isReplaced: true });
  };
  return (
    <Stack gap="md">
      <section aria-labelledby="insert-elements">
        <Title order={2} size="h6" id="insert-elements" mb={6}>
          <Trans>Elements</Trans>
        </Title>
        <SimpleGrid cols={3} spacing={4} verticalSpacing={4}>
          {CREATORS.map((creator) =>
            'create' in creator ? (
              <CreatorButton
                key={creator.label}
                creator={creator}
                onClick={() => add(creator.create(draft.page), creator.variables)}
              />
            ) : (
              <AddFromFile key={creator.label} creator={creator} add={add} />
            ),
          )}
          <OrnamentMenu />
          <AddFromLibrary add={add} />
        </SimpleGrid>
      </section>
      <section aria-labelledby="insert-variables">
        <Title order={2} size="h6" id="insert-variables" mb={2}>
          <Trans>Variables</Trans>
        </Title>
        <VariableList />
      </section>
    </Stack>
  );
}

function AddFromLibrary({ add }: { add: (element: DesignElement) => void }) {
  const { draft } = useEditor();
  const take = async (file: File) => {
    const element = await creatorFor(file)?.createFrom(draft.page, file);
    if (element) add(element);
  };
  return (
    <LibraryDialog onPick={take}>
      {(open) => (
        <CreatorButton
          creator={{ label: t`Add from library`, short: t`Library`, icon: IconPhotoStar }}
          onClick={open}
        />
      )}
    </LibraryDialog>
  );
}

function AddFromFile({ creator, add }: { creator: Creator & FileCreator; add: (element: DesignElement) => void }) {
  const { draft } = useEditor();
  const offer = useOfferToKeep();
  const reset = useRef<() => void>(null);
  const take = async (file: File | null) => {
    // Allows the same file to be chosen again.
    reset.current?.();
    if (!file) return;
    try {
      add(await creator.createFrom(draft.page, file));
      offer([file]);
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <FileButton resetRef={reset} accept={creator.accept.join(',')} onChange={(file) => void take(file)}>
      {({ onClick }) => <CreatorButton creator={creator} onClick={onClick} />}
    </FileButton>
  );
}
