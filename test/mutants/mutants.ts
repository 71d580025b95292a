/** A line of the product broken on purpose, and the tests that must notice. */
export interface Mutant {
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
  /** What is no longer guaranteed. */
  breaks: string;
  tests: string[];
}

export const MUTANTS: Mutant[] = [
  {
    file: 'domain/rendering/render.ts',
    find: "and render_status = 'RENDERING'\n",
    replace: '\n',
    breaks: 'a second rendering completes nothing again',
    tests: ['test/api/concurrency.test.ts'],
  },
  {
    file: 'domain/mailing/resend.ts',
    find: '{ lockMode: LockMode.PESSIMISTIC_WRITE }',
    replace: '{}',
    breaks: 'an e-mail asked for while its rendering ends is sent',
    tests: ['test/api/concurrency.test.ts'],
  },
  {
    file: 'domain/maintenance/clean-up.ts',
    find: " and status <> 'PENDING'",
    replace: '',
    breaks: 'the clean-up keeps deliveries that are still to be made',
    tests: ['test/api/concurrency.test.ts'],
  },
  {
    file: 'domain/webhooks/replay.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template
    find: 'where organisation_id = ${organisationId} and id',
    replace: 'where id',
    breaks: "another organisation's delivery can't be replayed",
    tests: ['test/api/concurrency.test.ts'],
  },
  {
    file: 'domain/issuing/fair-queue.ts',
    find: 'Math.max(0, Math.min(earliest, Date.now()) - VIRTUAL_START)',
    replace: '0',
    breaks: 'a late batch takes its place among those under way',
    tests: ['test/api/concurrency.test.ts'],
  },
  {
    file: 'domain/webhooks/deliver.ts',
    find: ' || previousSecretUntil <= at',
    replace: '',
    breaks: 'a replaced signing secret expires',
    tests: ['test/api/concurrency.test.ts'],
  },
  {
    file: 'templates-engine/pdf/tags.ts',
    find: 'row.sort((a, b) => box(a).x - box(b).x)',
    replace: 'row',
    breaks: 'a row of the PDF is read from left to right',
    tests: ['test/templates-engine/files.test.ts'],
  },
  {
    file: 'templates-engine/pdf/tags.ts',
    find: 'order.sort((a, b) => box(a).y - box(b).y);',
    replace: '',
    breaks: 'the PDF is read from top to bottom',
    tests: ['test/templates-engine/files.test.ts'],
  },
  {
    file: 'templates-engine/png/encoder.ts',
    find: 'adler = combineAdler(adler, band.adler, band.length);',
    replace: 'adler = combineAdler(adler, band.adler, band.length + 1);',
    breaks: "the checksum of a PNG's pixels is right",
    tests: ['test/templates-engine/files.test.ts'],
  },
  {
    file: 'templates-engine/pdf/content-stream.ts',
    find: 'this.#opacity(color.alpha * opacity)',
    replace: 'this.#opacity(color.alpha)',
    breaks: "an element's opacity multiplies a colour's alpha in the PDF",
    tests: ['test/templates-engine/files.test.ts'],
  },
  {
    file: 'templates-engine/pdf/document.ts',
    find: "primitive.kind === 'qr' && /^https?:\\/\\//.test(primitive.value)",
    replace: 'false',
    breaks: 'a QR code of an address is a link',
    tests: ['test/templates-engine/files.test.ts'],
  },
];
