/** Markdown file of the repository, or some of its sections. The words before the first section belong to a whole file only. */
export interface Source {
  file: string;
  /** Titles of sections (level 2), in the order of the page. */
  sections?: readonly string[];
}

export interface Page {
  /** Last part of its address, below `/docs`. */
  slug: string;
  title: string;
  /** The question that the page answers, for the list of pages. */
  summary: string;
  sources: readonly Source[];
}

const integrating = (...sections: string[]): Source => ({ file: 'docs/integrating.md', sections });

/** Pages of the site by group, in the order of its menu. Each text exists once, so several pages are sections of one file. */
export const GROUPS: readonly { title: string; pages: readonly Page[] }[] = [
  {
    title: 'Start',
    pages: [
      {
        slug: 'quick-start',
        title: 'Quick start',
        summary: 'Issue and verify a certificate in five minutes',
        sources: [{ file: 'docs/quick-start.md' }],
      },
      {
        slug: 'authentication',
        title: 'Authentication',
        summary: 'Keys, scopes, expiry, rotation',
        sources: [{ file: 'docs/authentication.md' }],
      },
      {
        slug: 'test-mode',
        title: 'Test mode',
        summary: 'Try an application before it issues anything real',
        sources: [{ file: 'docs/test-mode.md' }],
      },
      {
        slug: 'moving',
        title: 'Moving from other tools',
        summary: 'Import the certificates of another platform, and keep their links',
        sources: [{ file: 'docs/moving.md' }, integrating('Import')],
      },
    ],
  },
  {
    title: 'Calls',
    pages: [
      {
        slug: 'errors',
        title: 'Errors',
        summary: 'The shape of an error, and all codes with causes and remedies',
        sources: [
          integrating('Errors', 'Order of checks', 'Status codes'),
          { file: 'docs/errors.md', sections: ['Codes', 'Details'] },
        ],
      },
      {
        slug: 'paging',
        title: 'Paging',
        summary: 'Pages of lists, filters and search',
        sources: [{ file: 'docs/paging.md' }, integrating('Finding')],
      },
      {
        slug: 'idempotency',
        title: 'Idempotency',
        summary: 'Send a creation again without issuing twice',
        sources: [{ file: 'docs/idempotency.md' }],
      },
      {
        slug: 'limits',
        title: 'Limits',
        summary: 'Rate limits, sizes and numbers of entries',
        sources: [integrating('Limits')],
      },
    ],
  },
  {
    title: 'Certificates',
    pages: [
      {
        slug: 'issuing',
        title: 'Issuing',
        summary: 'Single certificates, batches, pictures, dates and languages',
        sources: [integrating('Issuing', 'Examples', 'Pictures', 'Tags', 'Award and expiry', 'Language')],
      },
      {
        slug: 'changing',
        title: 'Changing certificates',
        summary: 'Expiry, revocation, renewal, correction, hiding',
        sources: [
          integrating(
            'Change of expiry',
            'Revocation',
            'Renewal',
            'Correction',
            'Hidden certificates',
            'Addresses of files',
          ),
        ],
      },
      {
        slug: 'recipients',
        title: 'Recipients',
        summary: 'Mailboxes, people with several addresses, bounces',
        sources: [integrating('Recipients')],
      },
      {
        slug: 'recipients-place',
        title: 'The recipients’ place',
        summary: 'How people find the certificates that they received',
        sources: [{ file: 'docs/recipients.md' }],
      },
      {
        slug: 'exports',
        title: 'Exports',
        summary: 'Certificates and figures as CSV, ZIP and PDF',
        sources: [integrating('Exports')],
      },
      {
        slug: 'designs',
        title: 'Design documents',
        summary: 'Elements, variables, fonts and markup of templates',
        sources: [{ file: 'docs/designs.md' }, integrating('Templates in code')],
      },
    ],
  },
  {
    title: 'Events',
    pages: [
      {
        slug: 'events',
        title: 'Events and webhooks',
        summary: 'The event log, its stream, and deliveries to your server',
        sources: [integrating('Events', 'Webhooks')],
      },
    ],
  },
  {
    title: 'Verification',
    pages: [
      {
        slug: 'verifying',
        title: 'Verifying',
        summary: 'Check a certificate without asking this installation',
        sources: [{ file: 'docs/verifying.md' }],
      },
      {
        slug: 'credentials',
        title: 'Credentials and keys',
        summary: 'Open Badges 3.0 credentials, and the public keys',
        sources: [integrating('Credentials', 'Public keys')],
      },
      {
        slug: 'log',
        title: 'Transparency log',
        summary: 'The public record of every certificate',
        sources: [{ file: 'docs/log.md' }],
      },
    ],
  },
  {
    title: 'Tools',
    pages: [
      {
        slug: 'client',
        title: 'TypeScript client',
        summary: 'Typed calls, events and templates in code',
        sources: [{ file: 'client/README.md' }],
      },
      {
        slug: 'agents',
        title: 'Agents',
        summary: 'Operations as tools of the Model Context Protocol',
        sources: [{ file: 'docs/agents.md' }],
      },
    ],
  },
  {
    title: 'Versions',
    pages: [
      {
        slug: 'versions',
        title: 'Version policy',
        summary: 'Changes within v1, and how a deprecation is announced',
        sources: [{ file: 'docs/versions.md' }],
      },
      {
        slug: 'changelog',
        title: 'Changelog',
        summary: 'Changes of each version',
        sources: [{ file: 'CHANGELOG.md' }],
      },
    ],
  },
];

/** All pages, in the order of the menu. */
export const PAGES: readonly Page[] = GROUPS.flatMap(({ pages }) => pages);
