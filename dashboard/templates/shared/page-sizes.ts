import { t } from '@lingui/core/macro';

/** Common page sizes, in points. */
export const PAGE_SIZES = [
  { id: 'a4-landscape', name: t`A4 landscape`, width: 842, height: 595 },
  { id: 'a4-portrait', name: t`A4 portrait`, width: 595, height: 842 },
  { id: 'letter-landscape', name: t`Letter landscape`, width: 792, height: 612 },
  { id: 'letter-portrait', name: t`Letter portrait`, width: 612, height: 792 },
  { id: 'square', name: t`Square`, width: 600, height: 600 },
] as const;
