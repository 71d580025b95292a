/** Limits that the dashboard checks before the server does. The file is in the dashboard's bundle, so it imports nothing. */

/** Length of a password (NIST SP 800-63B: length rather than composition rules). */
export const PASSWORD_LENGTH = { min: 10, max: 128 };

/** Maximum certificates per batch; also in texts, as "1,000". */
export const MAX_RECIPIENTS = 1000;

/** Maximum size of a design document as JSON: its pictures (20 MB) and a PDF (10 MB), in base64, and 2 MB of everything else. */
export const MAX_DESIGN_BYTES = 42 * 1024 * 1024;

/** Maximum size of an uploaded logo; also in texts, as "2 MB". */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

/** Maximum size of an uploaded picture; also in texts, as "5 MB". */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** Maximum size of a PDF to import; also in texts, as "20 MB". */
export const MAX_IMPORT_FILE_BYTES = 20 * 1024 * 1024;

/** Maximum size of an uploaded font; also in texts, as "10 MB". */
export const MAX_FONT_FILE_BYTES = 10 * 1024 * 1024;

/** Maximum uploaded fonts per organisation, and the bytes of their stored faces. */
export const MAX_FONTS = 100;
export const MAX_FONTS_BYTES = 100_000_000;

/** Maximum bytes of the pictures in an organisation's library. */
export const MAX_LIBRARY_BYTES = 100_000_000;

/** Maximum certificates selected for a download or action; also in texts, as "10,000". */
export const MAX_CHOSEN = 10_000;

/**
 * Maximum number of entries of an organisation's lists, as docs/integrating.md lists them. Each webhook costs a delivery for every
 * certificate.
 */
export const QUOTAS = {
  webhooks: 20,
  /** Keys that are neither revoked nor expired. */
  'API keys in use': 100,
  /** All keys, including revoked and expired ones. */
  'API keys': 10_000,
  'open invitations': 100,
  members: 1000,
  drafts: 1000,
  templates: 5000,
  'versions of the template': 10_000,
  fonts: MAX_FONTS,
  'pictures in the library': 200,
  'number series': 100,
  /** Filters of one member. */
  'saved filters': 50,
  'pictures that no certificate shows': 5000,
  /** Unused PDFs that were uploaded for an import, kept for a day. */
  'files to import': 5000,
  /** Downloads of selected certificates, kept for a day. */
  downloads: 100,
  /** E-mail and revocation runs over selected certificates, kept for 30 days. */
  'bulk actions': 1000,
} as const;

/** Ports of an organisation's mail server (RFC 5321, 6409 and 8314). Port 465 is encrypted from the start, the others by STARTTLS. */
export const MAIL_PORTS = [25, 465, 587, 2525] as const;

/** Maximum length of the note on a published version. */
export const MAX_NOTE_LENGTH = 300;

/** Maximum sessions per person. A further sign-in ends the oldest one. */
export const MAX_SESSIONS = 100;

/** Maximum certificates in one PDF. */
export const MAX_JOINED = 1000;

/** Days after which an unfinished rendering fails, so that a certificate is sealed soon after its stated time. */
export const MAX_RENDERING_DAYS = 30;

/** Maximum event streams per organisation and process. */
export const MAX_FOLLOWERS = 50;

/** Maximum native calls per request. */
export const MAX_CALLS = 20;

/** Languages of the screens, pages and mails, in the order in which they are offered. English is the source. */
export const LANGUAGES = ['en', 'fr', 'de', 'es', 'pt', 'it', 'ar', 'ja', 'zh', 'hi'] as const;
