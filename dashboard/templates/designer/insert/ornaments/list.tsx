import { SimpleGrid, Stack, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../../../lib/api.tsx';
import { addItems } from '../../model/edit.ts';
import { useEditor } from '../../model/editor-context.ts';
import { kindName, textsOf } from './names.ts';
import { OrnamentPicture } from './ornament-picture.tsx';
import classes from './ornaments.module.css';
import { ORNAMENTS, type Ornament } from './parts.ts';
import { placeOrnament } from './place.ts';

/** Shows the ornaments. A click adds one to the page. */
export function OrnamentList({ onInsert }: { onInsert: () => void }) {
  const { draft, edit, showTab } = useEditor();
  const { data } = useQuery(useApi().organisation.get.queryOptions(undefined, { staleTime: 60_000 }));
  const brandColor = data?.brandColor ?? null;
  const insert = (ornament: Ornament) => {
    edit(addItems(placeOrnament(ornament, draft.page, brandColor)));
    showTab('properties');
    onInsert();
  };
  return (
    <Stack gap="sm">
      {[...ORNAMENTS].map(([kind, ornaments]) => (
        <section key={kind} aria-label={kindName(kind)}>
          <Title order={3} size="h6" mb={4}>
            {kindName(kind)}
          </Title>
          <SimpleGrid cols={3} spacing={4} verticalSpacing={4}>
            {ornaments.map((ornament) => (
              <Choice
                key={ornament.name}
                ornament={ornament}
                brandColor={brandColor}
                onClick={() => insert(ornament)}
              />
            ))}
          </SimpleGrid>
        </section>
      ))}
    </Stack>
  );
}

interface ChoiceProps {
  ornament: Ornament;
  brandColor: string | null;
  onClick: () => void;
}

function Choice({ ornament, brandColor, onClick }: ChoiceProps) {
  const items = useMemo(() => placeOrnament(ornament, { width: 842, height: 595 }, brandColor), [ornament, brandColor]);
  const { name, add } = textsOf(ornament);
  return (
    <div className={classes.ornament}>
      <OrnamentPicture items={items} />
      <UnstyledButton className={classes.over} aria-label={add} title={name} onClick={onClick} />
    </div>
  );
}
