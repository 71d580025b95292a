import { t } from '@lingui/core/macro';
import { Card, Group, Image, Stack, Text, UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import { pictureOf, swatchOf } from './designs.ts';
import type { Entry } from './entry.ts';
import styles from './library.module.css';

interface DesignCardProps {
  entry: Entry;
  isBusy: boolean;
  /** Called when a design and one of its schemes is chosen. */
  onChoose: (entry: Entry, scheme: number) => void;
}

/** Card of a ready-made design. Its picture starts a template; its colours are chosen below. */
export function DesignCard({ entry, isBusy, onChoose }: DesignCardProps) {
  const [scheme, setScheme] = useState(0);
  const { name, description, language, page } = entry;
  const about = useId();
  return (
    <Card withBorder component="article" padding={0} className={styles.card}>
      <UnstyledButton
        className={styles.picture}
        aria-label={t`Use ${name}`}
        aria-describedby={about}
        disabled={isBusy}
        onClick={() => onChoose(entry, scheme)}
      >
        <Image src={pictureOf(entry, scheme)} alt="" fit="contain" loading="lazy" width={page.width} h="100%" />
      </UnstyledButton>
      <Stack gap={6} p="md">
        <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
          <Text fw={600} lang={language} dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Group gap={6} wrap="nowrap" style={{ flex: 'none' }} role="radiogroup" aria-label={t`Colours of ${name}`}>
            {entry.schemes.map((one, index) => (
              <input
                key={one.name}
                type="radio"
                className={styles.swatch}
                style={{ background: backgroundOf(swatchOf(entry, index)) }}
                name={about}
                aria-label={one.name}
                title={one.name}
                checked={index === scheme}
                onChange={() => setScheme(index)}
              />
            ))}
          </Group>
        </Group>
        <Text id={about} size="sm" c="dimmed" lang={language} dir="auto">
          {description}
        </Text>
      </Stack>
    </Card>
  );
}

const backgroundOf = ([first = '#888888', second = first]: string[]): string =>
  `linear-gradient(135deg, ${first} 50%, ${second} 50%)`;
