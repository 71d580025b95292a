/** Names of the 14 standard fonts and of their aliases in files of Windows (ISO 32000-1, 9.6.2.2). PDFium has fonts of equal metrics. */
const STANDARD =
  /^(Helvetica|Times|Courier|Arial(MT)?|TimesNewRoman(PS)?(MT)?|CourierNew(PS)?(MT)?)([-,](Roman|Regular|Bold|Italic|Oblique|BoldItalic|BoldOblique)?(MT)?)?$|^(Symbol|ZapfDingbats)$/;

/** Returns true for a font that every viewer has, so that files need not embed it. */
export const isStandard = (name: string): boolean => STANDARD.test(name.replaceAll(/\s/g, ''));
