import { Image } from '@mantine/core';

interface OrganisationLogoProps {
  organisationId: string;
  logoUrl: string;
  alt: string;
  /** Height in pixels. */
  height: number;
  /** Shown if the logo can't be loaded. */
  fallback?: string;
}

/** Shows the organisation's logo on white, as in e-mails. A transparent logo is made for white. */
export const OrganisationLogo = ({ organisationId, logoUrl, alt, height, fallback }: OrganisationLogoProps) => (
  <Image
    src={
      isUploaded(logoUrl)
        ? logoUrl
        : `/exports/logo?organisationId=${organisationId}&address=${encodeURIComponent(logoUrl)}`
    }
    fallbackSrc={fallback}
    alt={alt}
    h={height}
    w="auto"
    maw="100%"
    fit="contain"
    bg="white"
    p={height / 8}
  />
);

/** Logos elsewhere are shown as a copy from the server, so that this browser does not request their address. */
const isUploaded = (logoUrl: string): boolean => logoUrl.startsWith(`${location.origin}/logos/`);
