import type { Box } from '../graphics/geometry.ts';
import type { Scene } from '../scene/scene.ts';
import { array, asciiString, dictionary, type ObjectNumber, type PdfWriter, textString } from './writer.ts';

/** A link annotation over a box of the page (ISO 32000-1, 12.5.6.5); `structParent` is its key in the parent tree. */
export function addLink(
  file: PdfWriter,
  page: Scene['page'],
  box: Box,
  uri: string,
  structParent: number,
): ObjectNumber {
  const bottom = page.height - box.y - box.height;
  return file.add(
    dictionary({
      Type: '/Annot',
      Subtype: '/Link',
      Rect: array([box.x, bottom, box.x + box.width, bottom + box.height]),
      Border: '[0 0 0]',
      F: '4',
      Contents: textString('Verify this certificate'),
      StructParent: String(structParent),
      A: dictionary({ Type: '/Action', S: '/URI', URI: asciiString(new URL(uri).href) }),
    }),
  );
}
