import { scanXml } from '../xml.ts';

/** Returns the strings of a workbook. Formatted parts are joined, and readings of Japanese characters left out. */
export function readSharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let current: string | null = null;
  let isText = false;
  let phonetic = 0;
  scanXml(xml, 'sharedStrings', {
    open: (name) => {
      if (name === 'si') current = '';
      else if (name === 'rPh') phonetic += 1;
      else if (name === 't') isText = phonetic === 0;
    },
    close: (name) => {
      if (name === 'si') strings.push(unescapeText(current ?? ''));
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 't') isText = false;
    },
    text: (text) => {
      if (isText && current !== null) current += text;
    },
  });
  return strings;
}

/** Decodes characters that XML cannot contain, such as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
