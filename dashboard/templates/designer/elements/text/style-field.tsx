import { t } from '@lingui/core/macro';
import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import type { ElementOf, Item } from '../../model/design.ts';
import { useEditor } from '../../model/editor-context.ts';
import { setTextStyle, TEXT_STYLES, textStyleOf, textStylesIn } from '../../model/text-styles.ts';

/** Gives the selected texts a style that they share with others. */
export function StyleField({ item }: { item: Item<ElementOf<'text'>> }) {
  const { draft, edit, selection } = useEditor();
  const style = textStyleOf(item) ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const ids = selection.includes(item.id) ? selection : [item.id];
  const apply = (name: string) => {
    setTyped(null);
    if (name.trim() !== style) edit(setTextStyle(ids, name.trim() || undefined));
  };
  return (
    <Autocomplete
      size="xs"
      label={t`Text style`}
      description={t`Font, size and colour change in all texts of the style.`}
      placeholder={t({ message: 'None', context: 'text style' })}
      maxLength={100}
      data={[...new Set([...textStylesIn(draft), ...TEXT_STYLES])]}
      value={typed ?? style}
      onChange={setTyped}
      onOptionSubmit={apply}
      onBlur={() => typed !== null && apply(typed)}
      onKeyDown={({ key }) => key === 'Enter' && typed !== null && apply(typed)}
    />
  );
}
