import { plural, t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { joined } from '../language/joined.ts';
import { hasPictures, pictureProblem, unusedPictures } from '../pictures/added-pictures.ts';
import { PicturesZone } from '../pictures/pictures-zone.tsx';
import type { BatchForm } from './use-batch-form.ts';

const LISTED = 20;

/** Lists rows without their picture and pictures that no row names, with a place to add missing ones. */
export function PictureRemarks({ form: { rows, variables, pictures, setPictures } }: { form: BatchForm }) {
  if (!hasPictures(variables)) return null;
  const lacking = rows.filter(({ values }) => variables.some((field) => pictureProblem(field, values, pictures)));
  const unused = unusedPictures(rows, variables, pictures);
  return (
    <Stack gap="xs">
      {lacking.length > 0 && <Text size="sm">{lackingText(lacking.map(({ number }) => number))}</Text>}
      {unused.length > 0 && <Text size="sm">{unusedText(unused.map(({ name }) => name))}</Text>}
      {lacking.length > 0 && <PicturesZone pictures={pictures} onChange={setPictures} />}
    </Stack>
  );
}

/** Returns a sentence about the rows without their picture. */
function lackingText(numbers: readonly number[]): string {
  const rows = joined(numbers.slice(0, LISTED));
  const rest = numbers.length - LISTED;
  return rest > 0
    ? plural(rest, { other: `Without the picture that they name: rows ${rows} and # more.` })
    : plural(
        { count: numbers.length },
        {
          one: `Without the picture that they name: row ${rows}.`,
          other: `Without the picture that they name: rows ${rows}.`,
        },
      );
}

/** Returns a sentence about the pictures that no row names. */
function unusedText(all: readonly string[]): string {
  const names = joined(all.slice(0, LISTED));
  const rest = all.length - LISTED;
  return rest > 0
    ? plural(rest, { other: `Pictures that no row names: ${names} and # more.` })
    : t`Pictures that no row names: ${names}.`;
}
