import { TEXT_DEFAULTS } from '../../../../../templates-engine/elements/text/properties.ts';
import { useMembers } from '../../controls/use-members.ts';
import type { ElementOf, Item } from '../../model/design.ts';
import type { TextSession } from '../../model/text-range.ts';
import { type RunStyle, styleAt, withStyle } from './runs.ts';

const BOLD = 700;

type Members = { [Member in keyof RunStyle]?: RunStyle[Member] | undefined };

const isBold = ({ weight = TEXT_DEFAULTS.weight }: RunStyle): boolean => weight >= 600;

function toggled(style: RunStyle, what: 'b' | 'i' | 'u'): Members {
  if (what === 'b') return { weight: isBold(style) ? TEXT_DEFAULTS.weight : BOLD };
  if (what === 'i') return { italic: !style.italic };
  return { underline: style.underline ? undefined : true };
}

/** Styles the selected part of the text on the page. */
export function useStyling(item: Item<ElementOf<'text'>>, { range }: TextSession) {
  const change = useMembers(item, TEXT_DEFAULTS);
  const style = styleAt(item, range);
  const apply = (members: Members, at = range) => change(withStyle(item, at, members));
  const toggle = (what: 'b' | 'i' | 'u', at = range) => apply(toggled(styleAt(item, at), what), at);
  return { style, isBold: isBold(style), apply, toggle };
}
