import type { CSSProperties } from 'react';
import { cssFamily } from '../../../../../components/faces.ts';
import type { Root } from '../tree/tree.ts';

/** Properties that the browser shows as the platform does. */
const SHOWN =
  /^(color|font(Size|Weight|Style)|lineHeight|letterSpacing|text(Align|Transform|Decoration)|padding\w*|margin\w*|border\w*|backgroundColor|flex\w*|width|(min|max)(Width|Height)|height|alignItems|justifyContent|gap)$/;

/** Returns a node's styles for the browser. Leaves out values that could make it load something. */
export function cssOfNode({ style = {} }: Root): CSSProperties {
  const kept = Object.entries(style).filter(([name, value]) => SHOWN.test(name) && !/url|image/i.test(String(value)));
  const { fontFamily } = style;
  return {
    ...Object.fromEntries(kept),
    ...(typeof fontFamily === 'string' && { fontFamily: cssFamily(fontFamily) }),
  };
}
