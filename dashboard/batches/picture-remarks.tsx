import { Stack, Text } from '@mantine/core';
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
      {lacking.length > 0 && (
        <Text size="sm">
          Without the picture that they name: {lacking.length === 1 ? 'row' : 'rows'}{' '}
          {listed(lacking.map(({ number }) => String(number)))}.
        </Text>
      )}
      {unused.length > 0 && (
        <Text size="sm">Pictures that no row names: {listed(unused.map(({ name }) => name))}.</Text>
      )}
      {lacking.length > 0 && <PicturesZone pictures={pictures} onChange={setPictures} />}
    </Stack>
  );
}

const listed = (names: readonly string[]): string =>
  names.length > LISTED ? `${names.slice(0, LISTED).join(', ')} and ${names.length - LISTED} more` : names.join(', ');
