/** Limits that the dashboard shows before the server checks them. Its bundle has this file, which imports nothing. */

/** Of a password, as NIST SP 800-63B has it: length rather than rules. */
export const PASSWORD_LENGTH = { min: 10, max: 128 };

/** Certificates of a batch: "1,000" wherever it is said. */
export const MAX_RECIPIENTS = 1000;

/** Of a design document as JSON: its pictures (20 MB), a PDF (10 MB), both in base64, and 2 MB of everything else. */
export const MAX_DESIGN_BYTES = 42 * 1024 * 1024;

/** Of an uploaded logo: "2 MB" wherever it is said. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

/** Of an uploaded picture: "5 MB" wherever it is said. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** Of an uploaded font: "10 MB" wherever it is said. */
export const MAX_FONT_FILE_BYTES = 10 * 1024 * 1024;

/** An organisation's fonts: uploaded files, and bytes of the faces that are kept of them. */
export const MAX_FONTS = 100;
export const MAX_FONTS_BYTES = 100_000_000;

/** Certificates that are chosen together for a download or an action: "10,000" wherever it is said. */
export const MAX_CHOSEN = 10_000;

/** Maximum number of entries of an organisation's lists, as docs/integrating.md lists them. Each webhook costs a delivery for every certificate. */
export const QUOTAS = {
  webhooks: 20,
  /** Keys that are neither revoked nor expired. */
  'API keys in use': 100,
  /** Revoked and expired keys included. */
  'API keys': 10_000,
  'open invitations': 100,
  members: 1000,
  drafts: 1000,
  templates: 5000,
  'versions of the template': 10_000,
  fonts: MAX_FONTS,
  'pictures that no certificate shows': 5000,
  /** Downloads of chosen certificates that are kept for a day. */
  downloads: 100,
  /** E-mail runs and revocation runs over chosen certificates, which are kept for 30 days. */
  'bulk actions': 1000,
} as const;

/** Sessions of a person; a sign-in beyond that ends the oldest one. */
export const MAX_SESSIONS = 100;

/** Certificates that are put into one PDF. */
export const MAX_JOINED = 1000;

/** A rendering that could not be made within this time fails: a certificate is sealed soon after the time that it states. */
export const MAX_RENDERING_DAYS = 30;

/** Maximum event streams per organisation and process. */
export const MAX_FOLLOWERS = 50;

/** Native calls that one request may have. */
export const MAX_CALLS = 20;
