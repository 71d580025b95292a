import { TEXT_DEFAULTS } from '../../../../../templates-engine/elements/text/properties.ts';
import { useMembers } from '../../controls/use-members.ts';
import type { ElementOf, Item } from '../../model/design.ts';
import type { TextSession } from '../../model/text-range.ts';
import { type RunStyle, styleAt, withStyle } from './runs.ts';

const BOLD = 700;

/** Styling of the part of a text that is selected on the page. */
export function useStyling(item: Item<ElementOf<'text'>>, { range }: TextSession) {
  const change = useMembers(item, TEXT_DEFAULTS);
  const style = styleAt(item, range);
  const apply = (members: { [Member in keyof RunStyle]?: RunStyle[Member] | undefined }) =>
    change(withStyle(item, range, members));
  const isBold = (style.weight ?? TEXT_DEFAULTS.weight) >= 600;
  const toggle = (what: 'b' | 'i' | 'u') => {
    if (what === 'b') apply({ weight: isBold ? TEXT_DEFAULTS.weight : BOLD });
    else if (what === 'i') apply({ italic: !style.italic });
    else apply({ underline: style.underline ? undefined : true });
  };
  return { style, isBold, apply, toggle };
}
