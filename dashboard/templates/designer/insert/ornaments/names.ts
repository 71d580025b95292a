import { t } from '@lingui/core/macro';
import type { Ornament } from './parts.ts';

const KINDS: Readonly<Record<string, string>> = {
  Frames: t`Frames`,
  Ornaments: t`Ornaments`,
  Seals: t`Seals`,
  'Signature lines': t`Signature lines`,
};

/** Texts of the ornaments by their names in `samples/ornaments`. */
const TEXTS: Readonly<Record<string, { name: string; add: string }>> = {
  'Scrollwork corners': { name: t`Scrollwork corners`, add: t`Add scrollwork corners` },
  'Eight-pointed star': { name: t`Eight-pointed star`, add: t`Add eight-pointed star` },
  Fleuron: { name: t`Fleuron`, add: t`Add fleuron` },
  'Rounded-in corners': { name: t`Rounded-in corners`, add: t`Add rounded-in corners` },
  'Stepped corners': { name: t`Stepped corners`, add: t`Add stepped corners` },
  'Double rule': { name: t`Double rule`, add: t`Add double rule` },
  'Engraved border': { name: t`Engraved border`, add: t`Add engraved border` },
  Mandala: { name: t`Mandala`, add: t`Add mandala` },
  Ribbon: { name: t`Ribbon`, add: t`Add ribbon` },
  'Engraved rosette': { name: t`Engraved rosette`, add: t`Add engraved rosette` },
  'Seal with ribbons': { name: t`Seal with ribbons`, add: t`Add seal with ribbons` },
  Seal: { name: t`Seal`, add: t`Add seal` },
  'Signature line': { name: t`Signature line`, add: t`Add signature line` },
  'Signature line with a script': { name: t`Signature line with a script`, add: t`Add signature line with a script` },
  'Swelled rule': { name: t`Swelled rule`, add: t`Add swelled rule` },
  'Laurel wreath with a star': { name: t`Laurel wreath with a star`, add: t`Add laurel wreath with a star` },
  'Laurel wreath': { name: t`Laurel wreath`, add: t`Add laurel wreath` },
};

/** Returns the name of a kind of ornaments. */
export const kindName = (kind: string): string => KINDS[kind] ?? kind;

/** Returns an ornament's name, and the label of the button that adds it. */
export const textsOf = ({ name }: Ornament): { name: string; add: string } => TEXTS[name] ?? { name, add: name };
