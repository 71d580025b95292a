import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, TextInput } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { PictureField } from '../../controls/picture-field.tsx';
import type { ElementOf } from '../../model/design.ts';
import { nameError } from '../../model/variables.ts';
import { boundVariable, PORTRAIT } from './bound.ts';

type Source = Pick<ElementOf<'image'>, 'src' | 'asset'>;

/** Selects the source of a picture: a file of the design, or a variable. */
export function SourceField({ source: { src }, onChange }: { source: Source; onChange: (source: Source) => void }) {
  const variable = boundVariable(src);
  const take = (next: string) => onChange({ src: next, asset: undefined });
  return (
    <Stack gap="xs" align="flex-start">
      {variable !== null && <VariableName key={variable} name={variable} onChange={(name) => take(`{{${name}}}`)} />}
      <PictureField
        label={variable === null ? t`Replace image` : t`Use the same image for everyone`}
        onChange={(picture) => take(picture.src)}
      />
      {variable === null && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUser size={14} aria-hidden />}
          onClick={() => take(PORTRAIT)}
        >
          <Trans>Use a photo per recipient</Trans>
        </Button>
      )}
    </Stack>
  );
}

function VariableName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const [typed, setTyped] = useState(name);
  const fault = nameError(typed);
  return (
    <TextInput
      w="100%"
      size="xs"
      label={t`Photo variable`}
      description={t`Each certificate shows the photo given for this variable.`}
      value={typed}
      error={fault}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => fault === null && typed.trim() !== name && onChange(typed.trim())}
    />
  );
}
