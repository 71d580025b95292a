import { t } from '@lingui/core/macro';
import { Card, Group, Image, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { LANGUAGE, TEXT_LOCALE } from '../../language/language.ts';
import { pictureOf, swatchOf } from './designs.ts';
import type { Entry } from './entry.ts';
import styles from './library.module.css';
import { DESIGN_TEXTS, SCHEME_NAMES } from './texts.ts';

const languageNames = new Intl.DisplayNames(TEXT_LOCALE, { type: 'language' });

interface DesignCardProps {
  entry: Entry;
  isBusy: boolean;
  /** Called when a design and one of its schemes is chosen. */
  onChoose: (entry: Entry, scheme: number) => void;
}

/** Card of a ready-made design. Its picture starts a template; its colours are chosen below. */
export function DesignCard({ entry, isBusy, onChoose }: DesignCardProps) {
  const [scheme, setScheme] = useState(0);
  const { name, description } = DESIGN_TEXTS[entry.id];
  const languageName = otherLanguage(entry.language);
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
        <Image src={pictureOf(entry, scheme)} alt="" fit="contain" loading="lazy" width={entry.page.width} h="100%" />
      </UnstyledButton>
      <Stack gap={6} p="md">
        <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
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
                aria-label={SCHEME_NAMES[one.name]}
                title={SCHEME_NAMES[one.name]}
                checked={index === scheme}
                onChange={() => setScheme(index)}
              />
            ))}
          </Group>
        </Group>
        <Stack id={about} gap={6}>
          <Text size="sm" c="dimmed">
            {description}
          </Text>
          {languageName !== null && (
            <Group gap={4} c="dimmed" wrap="nowrap">
              <IconLanguage size={14} aria-hidden style={{ flex: 'none' }} />
              <Text size="xs">{t`Texts in ${languageName}`}</Text>
            </Group>
          )}
        </Stack>
      </Stack>
    </Card>
  );
}

/** Returns the name of the language that a tag names without its region; null if the dashboard has that language. */
function otherLanguage(tag: string): string | null {
  const { language } = new Intl.Locale(tag);
  return language === LANGUAGE ? null : (languageNames.of(language) ?? language);
}

const backgroundOf = ([first = '#888888', second = first]: string[]): string =>
  `linear-gradient(135deg, ${first} 50%, ${second} 50%)`;
