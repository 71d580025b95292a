import { FileButton, SimpleGrid, Stack, Title } from '@mantine/core';
import { useRef } from 'react';
import type { VariableDefinitions } from '../../../../templates-engine/variables/properties.ts';
import { notifyError } from '../../../lib/errors/errors.ts';
import { useOpenText } from '../canvas/use-open-text.ts';
import { CREATORS } from '../elements/kinds.ts';
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
          Elements
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
        </SimpleGrid>
      </section>
      <section aria-labelledby="insert-variables">
        <Title order={2} size="h6" id="insert-variables" mb={2}>
          Variables
        </Title>
        <VariableList />
      </section>
    </Stack>
  );
}

function AddFromFile({ creator, add }: { creator: Creator & FileCreator; add: (element: DesignElement) => void }) {
  const { draft } = useEditor();
  const reset = useRef<() => void>(null);
  const take = async (file: File | null) => {
    // Allows the same file to be chosen again.
    reset.current?.();
    if (!file) return;
    try {
      add(await creator.createFrom(draft.page, file));
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
