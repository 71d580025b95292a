import { Stack, Text, TextInput } from '@mantine/core';
import { useEditor } from '../model/editor-context.ts';

/** Values to try the design with: a long name shows whether it fits. They stay in this browser. */
export function Samples() {
  const { variables, samples, setSamples } = useEditor();
  if (variables.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        The design has no variables yet. Write {'{{name}}'} into a text, and each certificate has its own value there.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        The page is shown with these values. Try a long one: it has to fit. They stay in this browser.
      </Text>
      {variables.map((name) => (
        <TextInput
          key={name}
          size="xs"
          label={name}
          placeholder={name}
          maxLength={500}
          value={Object.hasOwn(samples, name) ? samples[name] : ''}
          onChange={({ currentTarget: { value } }) =>
            setSamples({
              ...Object.fromEntries(Object.entries(samples).filter(([key]) => key !== name)),
              ...(value && { [name]: value }),
            })
          }
        />
      ))}
    </Stack>
  );
}
