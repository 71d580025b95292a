import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { openIn } from '../language/choose.ts';
import { LanguageSelect } from '../language/language-select.tsx';
import styles from './card.module.css';

interface PersonCardProps {
  title: string;
  about?: ReactNode;
  children: ReactNode;
  /** False for a page without a link back to the sign-in. */
  back?: boolean;
}

/** Small page for users who are not signed in. */
export function PersonCard({ title, about, children, back = true }: PersonCardProps) {
  useDocumentTitle(`${title} – Laurel`);
  return (
    <div className={styles.page}>
      <main id="main" className={styles.form}>
        <Stack w="100%" maw={380} gap="lg">
          <Group gap="sm">
            <img src="/laurel.svg" width={36} height={36} alt="" />
            <Text fw={600} size="lg" component="span">
              Laurel
            </Text>
          </Group>
          <div>
            <Title order={1} size="h2">
              {title}
            </Title>
            {about && (
              <Text c="dimmed" mt={4}>
                {about}
              </Text>
            )}
          </div>
          {children}
          {back && (
            <Anchor component={Link} to="/login" size="sm">
              <Trans>Back to sign in</Trans>
            </Anchor>
          )}
          <LanguageSelect w={180} onChoose={openIn} />
        </Stack>
      </main>
      <div className={styles.picture} aria-hidden="true">
        <img src="/library/diploma-classic-0.webp" width={560} height={396} alt="" />
        <img src="/library/minimal-0.webp" width={560} height={396} alt="" />
        <p>
          <Trans>Certificates that anyone can verify.</Trans>
        </p>
      </div>
    </div>
  );
}
