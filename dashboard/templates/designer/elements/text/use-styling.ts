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
  const apply = (members: { [Member in keyof RunStyle]?: RunStyle[Member] | undefined }, of = range) =>
    change(withStyle(item, of, members));
  const isHeavy = ({ weight = TEXT_DEFAULTS.weight }: RunStyle) => weight >= 600;
  const toggle = (what: 'b' | 'i' | 'u', of = range) => {
    const now = styleAt(item, of);
    if (what === 'b') apply({ weight: isHeavy(now) ? TEXT_DEFAULTS.weight : BOLD }, of);
    else if (what === 'i') apply({ italic: !now.italic }, of);
    else apply({ underline: now.underline ? undefined : true }, of);
  };
  return { style, isBold: isHeavy(style), apply, toggle };
}
