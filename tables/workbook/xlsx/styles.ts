import { GENERAL, type NumberFormat, numberFormat } from '../formats.ts';
import { attribute, scanXml } from '../xml.ts';

/** Returns the number formats of a workbook's cells by the index of their style. */
export function readStyles(xml: string): NumberFormat[] {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isInCells = false;
  scanXml(xml, 'styles', {
    open: (name, attributes) => {
      if (name === 'cellXfs') isInCells = true;
      else if (name === 'numFmt')
        codes.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '');
      else if (name === 'xf' && isInCells) ids.push(Number(attribute(attributes, 'numFmtId') ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
    text: () => {},
  });
  const known = new Map<number, NumberFormat>([[0, GENERAL]]);
  return ids.map((id) => {
    const format = known.get(id) ?? numberFormat(id, codes.get(id));
    known.set(id, format);
    return format;
  });
}
