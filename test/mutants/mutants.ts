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
    find: ".where('renderStatus', '=', 'RENDERING')\n",
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
    find: ".where('organisationId', '=', organisationId)\n",
    replace: '\n',
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
  {
    file: 'database/orm.ts',
    find: 'VALUES.setTypeParser(pg.types.builtins.INT8, Number);',
    replace: '',
    breaks: 'bigints are numbers in every query',
    tests: ['test/database/sql.test.ts'],
  },
  {
    file: 'database/orm.ts',
    find: 'types: VALUES, ',
    replace: '',
    breaks: 'timestamps are Dates in every query, with an alias too',
    tests: ['test/database/sql.test.ts'],
  },
  {
    file: 'database/sql.ts',
    find: '{ maintainNestedObjectKeys: true }',
    replace: '{}',
    breaks: 'names inside JSON values stay as they are',
    tests: ['test/database/sql.test.ts'],
  },
  {
    file: 'database/sql.ts',
    find: 'parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter',
    replace: 'values[(parameter as Placeholder).name as keyof Values]',
    breaks: 'a statement that is built once keeps its constants',
    tests: ['test/database/sql.test.ts'],
  },
  {
    file: 'database/json-rows.ts',
    find: 'value instanceof Uint8Array ?',
    replace: 'false ?',
    breaks: 'bytes keep their values in rows written as JSON',
    tests: ['test/database/sql.test.ts'],
  },
  {
    file: 'database/queue.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template
    find: ' and h.beat_at > ${since}',
    replace: '',
    breaks: 'jobs of a worker that stopped beating are released',
    tests: ['test/database/queue.test.ts'],
  },
  {
    file: 'database/queue.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template
    find: ' and locked_at < ${since}',
    replace: '',
    breaks: 'a worker keeps its jobs before its first heartbeat',
    tests: ['test/database/queue.test.ts'],
  },
  {
    file: 'database/queue.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template
    find: ' and priority = ${priority}',
    replace: '',
    breaks: 'single certificates have no part in the turns of batches',
    tests: ['test/database/queue.test.ts'],
  },
  {
    file: 'database/queue.ts',
    find: 'MAX_ATTEMPTS + SPARE_ATTEMPTS',
    replace: 'MAX_ATTEMPTS',
    breaks: 'a task can clean up after its last attempt has crashed',
    tests: ['test/database/queue.test.ts'],
  },
  {
    file: 'database/migrate.ts',
    find: "    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);\n",
    replace: '',
    breaks: 'processes that migrate at once wait for each other',
    tests: ['test/database/migrate.test.ts'],
  },
  {
    file: 'database/guard-pool.ts',
    find: '    releaseWhenLost(client);\n',
    replace: '',
    breaks: 'a connection that is lost in use leaves its place',
    tests: ['test/database/pool.test.ts'],
  },
  {
    file: 'database/guard-pool.ts',
    find: '      left.slices--;\n',
    replace: '',
    breaks: 'a request does not wait for ever for a connection',
    tests: ['test/database/pool.test.ts'],
  },
  {
    file: 'database/guard-pool.ts',
    find: '  connecting.then((late) => late.release()).catch(() => undefined);\n',
    replace: '',
    breaks: 'a connection that comes too late serves others',
    tests: ['test/database/pool.test.ts'],
  },
  {
    file: 'jobs/heartbeat.ts',
    find: 'doUpdateSet({ beatAt: sql`now()` })',
    replace: 'doNothing()',
    breaks: "a worker's heartbeat is renewed",
    tests: ['test/jobs/heartbeat.test.ts'],
  },
  {
    file: 'database/entities/email.ts',
    find: '    claimedAt: p.datetime(3).nullable(),\n',
    replace: '',
    breaks: 'every column is a property of its entity',
    tests: ['test/database/schema.test.ts'],
  },
];
