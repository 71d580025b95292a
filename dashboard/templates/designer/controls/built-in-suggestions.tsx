import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useEditor } from '../model/editor-context.ts';
import { builtInFor, replaceVariable } from '../model/suggest-built-in.ts';
import { BUILT_INS } from '../model/variables.ts';

/** Suggests the variables that the platform fills in for names that probably mean them, such as `organisation`. */
export function BuiltInSuggestions({ among }: { among: readonly string[] }) {
  const { edit } = useEditor();
  return [...new Set(among)].map((name) => {
    const builtIn = builtInFor(name);
    if (builtIn === null) return null;
    const label = BUILT_INS.find((one) => one.name === builtIn)?.label ?? builtIn;
    return (
      <Alert key={name} color="yellow" p="xs">
        <Stack gap={4} align="flex-start">
          <Text size="xs">
            <Trans>
              Laurel can fill in {{ placeholder: `{{${name}}}` }}: use the built-in “{label}”. Otherwise you enter it
              for each certificate.
            </Trans>
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => edit(replaceVariable(name, builtIn))}>
            <Trans>Use {label}</Trans>
          </Button>
        </Stack>
      </Alert>
    );
  });
}
