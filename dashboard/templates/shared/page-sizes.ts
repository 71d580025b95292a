/** Common page sizes, in points. */
export const PAGE_SIZES = [
  { name: 'A4 landscape', width: 842, height: 595 },
  { name: 'A4 portrait', width: 595, height: 842 },
  { name: 'Letter landscape', width: 792, height: 612 },
  { name: 'Letter portrait', width: 612, height: 792 },
  { name: 'Square', width: 600, height: 600 },
] as const;
