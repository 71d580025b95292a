import { srgbProfile } from './srgb-profile.ts';
import { dictionary, type ObjectNumber, reference } from './syntax.ts';
import type { PdfWriter } from './writer.ts';

const CONDITION = 'sRGB IEC61966-2.1';

/** Adds the output intent (ISO 19005-3, 6.2.3). It declares RGB and grey of the page as sRGB. */
export function addOutputIntent(file: PdfWriter): ObjectNumber {
  const profile = file.addCompressed({ N: '3' }, srgbProfile());
  return file.add(
    dictionary({
      Type: '/OutputIntent',
      S: '/GTS_PDFA1',
      OutputConditionIdentifier: `(${CONDITION})`,
      Info: `(${CONDITION})`,
      DestOutputProfile: reference(profile),
    }),
  );
}
