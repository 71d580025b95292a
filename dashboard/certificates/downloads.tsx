import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import { IconCertificate2, IconChevronDown, IconDownload, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import type { Outputs } from '../lib/session.ts';

type Certificate = Outputs['certificates']['get'];

/** Menu that saves the files of a certificate under the names that the server gives them. Shows nothing until it has files. */
export function Downloads({
  certificate: { pdfUrl, imageUrl, credentialUrl },
}: {
  certificate: Pick<Certificate, 'pdfUrl' | 'imageUrl' | 'credentialUrl'>;
}) {
  const files = [
    { label: 'PDF', icon: IconFileTypePdf, href: pdfUrl },
    { label: t`Image (PNG)`, icon: IconPhoto, href: imageUrl },
    { label: t`Digital credential (JSON)`, icon: IconCertificate2, href: credentialUrl },
  ].filter((file): file is typeof file & { href: string } => file.href !== null);
  if (files.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <Trans>Download</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ label, icon: Icon, href }) => (
          <Menu.Item key={label} component="a" href={href} download leftSection={<Icon size={16} aria-hidden />}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
