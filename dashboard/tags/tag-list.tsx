import { t } from '@lingui/core/macro';
import { Group, Pill } from '@mantine/core';

/** Shows tags, or nothing without one. */
export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <Group component="ul" aria-label={t`Tags`} gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
      {tags.map((tag) => (
        <Pill
          key={tag}
          component="li"
          size="sm"
          maw="100%"
          bd="1px solid var(--mantine-color-default-border)"
          dir="auto"
        >
          {tag}
        </Pill>
      ))}
    </Group>
  );
}
