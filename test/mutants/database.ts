import type { Mutant } from './mutant.ts';

export const DATABASE: readonly Mutant[] = [
  {
    file: 'database/orm.ts',
    find: 'VALUES.setTypeParser(pg.types.builtins.INT8, Number);',
    replace: '',
    breaks: 'bigints are numbers in every query',
    tests: ['test/database/sql.test.ts'],
  },
  {
    file: 'database/orm.ts',
    find: 'types: VALUES,',
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
    find: '    await lock(client);\n',
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
    file: 'database/entities/email.ts',
    find: '    claimedAt: p.datetime(3).nullable(),\n',
    replace: '',
    breaks: 'every column is a property of its entity',
    tests: ['test/database/schema.test.ts'],
  },
  {
    file: 'database/pooled-client.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template
    find: 'isBegin(statement) ? `${statement}; ${this.#setLimits()}` : statement',
    replace: 'statement',
    breaks: 'a transaction behind a pooler has time limits',
    tests: ['test/database/pgbouncer.test.ts'],
  },
  {
    file: 'database/acceptance.ts',
    find: 'limit === IDLE_IN_TRANSACTION_MS ? null :',
    replace: 'limit >= 0 ? null :',
    breaks: 'a pooler that ignores start-up parameters is found out',
    tests: ['test/database/pgbouncer.test.ts'],
  },
  {
    file: 'database/acceptance.ts',
    find: 'needed === null || MIGRATION_NAMES.includes(needed)',
    replace: 'needed === null || needed',
    breaks: 'a process refuses a database that needs a later release',
    tests: ['test/database/acceptance.test.ts'],
  },
];
