import { t } from '@lingui/core/macro';
import type { Draft, Item } from './design.ts';
import { changeItems } from './edit.ts';
import type { Edit } from './history.ts';

/** Styles that are offered in a design without any. */
export const TEXT_STYLES = [
  t({ message: 'Title', context: 'text style' }),
  t({ message: 'Name', context: 'text style' }),
  t({ message: 'Body', context: 'text style' }),
  t`Small print`,
];

/** Members that texts of one style share. */
const SHARED = new Set(['font', 'weight', 'italic', 'size', 'lineHeight', 'letterSpacing', 'color', 'uppercase']);

export const textStyleOf = (item: Item): string | undefined => item.editor?.textStyle;

/** Returns the names of the styles that a design's texts have. */
export const textStylesIn = ({ elements }: Pick<Draft, 'elements'>): string[] => [
  ...new Set(elements.flatMap((item) => textStyleOf(item) ?? [])),
];

/** Changes members of elements. Those that a text style shares change in all texts of the style. */
export const changeStyled =
  (ids: readonly string[], members: Record<string, unknown>): Edit =>
  (state) => {
    const changed = changeItems(ids, members)(state).draft ?? state.draft;
    const shared = Object.entries(members).filter(([member]) => SHARED.has(member));
    const styles = new Set(
      changed.elements.flatMap((item) => (ids.includes(item.id) ? (textStyleOf(item) ?? []) : [])),
    );
    const alike = changed.elements.filter((item) => styles.has(textStyleOf(item) ?? ''));
    if (shared.length === 0 || alike.length === 0) return { draft: changed };
    return changeItems(
      alike.map(({ id }) => id),
      Object.fromEntries(shared),
    )({ ...state, draft: changed });
  };

/** Gives elements a text style, and with it the look of the texts that have it. Undefined removes the style and keeps the look. */
export const setTextStyle =
  (ids: readonly string[], style: string | undefined): Edit =>
  ({ draft, selection }) => {
    const model = draft.elements.find((item) => textStyleOf(item) === style && !ids.includes(item.id));
    const elements = draft.elements.map((item) => (ids.includes(item.id) ? withStyle(item, style) : item));
    const named = { ...draft, elements };
    if (style === undefined || !model) return { draft: named };
    const look = [...SHARED].map((member) => [member, (model as unknown as Record<string, unknown>)[member]]);
    return changeItems(ids, Object.fromEntries(look))({ draft: named, selection });
  };

function withStyle(item: Item, style: string | undefined): Item {
  const { textStyle: _, ...others } = item.editor ?? {};
  const editor = { ...others, ...(style !== undefined && { textStyle: style }) };
  const { editor: __, ...rest } = item;
  return (Object.keys(editor).length > 0 ? { ...rest, editor } : rest) as Item;
}
