import pg from 'pg';

/** Shape of a statement's rows, in pg's results. */
interface Shape {
  fields: { name: string }[];
  _parsers: unknown[];
  _prebuiltEmptyResultObject: object;
}

interface Connection {
  describe(portal: object): void;
}

/** The private part of pg's queries that sends messages and reads rows. */
interface PgQuery extends pg.Submittable {
  callback: (error: Error | null, result: pg.QueryResult) => void;
  name: string;
  _accumulateRows: unknown;
  _result: Shape;
  prepare(connection: Connection): void;
  handleRowDescription(message: { fields: { name: string }[] }): void;
  handleCommandComplete(message: object, connection: Connection): void;
}

const PgQuery = pg.Query as unknown as new (config: pg.QueryConfig) => PgQuery;

/** A run of a statement whose rows have the names that `memberOf` gives their columns, which saves a copy of each row. */
export class NamedQuery extends PgQuery {
  readonly #memberOf: (column: string) => string;

  constructor(config: pg.QueryConfig, memberOf: (column: string) => string) {
    super(config);
    this.#memberOf = memberOf;
  }

  override handleRowDescription(message: { fields: { name: string }[] }): void {
    for (const field of message.fields) field.name = this.#memberOf(field.name);
    super.handleRowDescription(message);
  }

  /** Runs the query. Errors have the caller's trace, as pg's own do, instead of the socket's. */
  start(begin: (query: pg.Submittable) => void): Promise<pg.QueryResult> {
    return new Promise<pg.QueryResult>((resolve, reject) => {
      this.callback = (error, result) => (error ? reject(error) : resolve(result));
      begin(this);
    }).catch((error) => {
      Error.captureStackTrace(error);
      throw error;
    });
  }
}

/** Statements that a connection has run, with the shapes of their rows by name. */
export class KnownStatements {
  readonly shapes = new Map<string, Shape>();
  /** The connection, for a run that does not ask for the columns. */
  readonly undescribed: Connection;

  constructor(client: pg.Client) {
    const { connection } = client as unknown as { connection: Connection };
    this.undescribed = Object.assign(Object.create(connection), { describe: () => undefined });
  }
}

/**
 * A run of a prepared statement. From the second run on, PostgreSQL need not describe the columns again, and pg need not look up their
 * parsers. PostgreSQL refuses to run a statement whose columns have changed since the connection prepared it. By default pg asks before
 * each run, and makes rows that V8 reads as hash tables (pg 8.23.1, upstream pull request 3753).
 */
export class PreparedQuery extends NamedQuery {
  readonly #known: KnownStatements;

  constructor(config: pg.QueryConfig, memberOf: (column: string) => string, known: KnownStatements) {
    super(config, memberOf);
    this.#known = known;
  }

  override prepare(connection: Connection): void {
    const shape = this.#known.shapes.get(this.name);
    if (shape) {
      Object.assign(this._result, shape);
      this._accumulateRows = true;
    }
    super.prepare(shape ? this.#known.undescribed : connection);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    if (this.#known.shapes.has(this.name)) return;
    const { fields, _parsers } = this._result;
    const _prebuiltEmptyResultObject = emptyRow(fields.map(({ name }) => name));
    this.#known.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/** Returns an object with these members, all null. V8 clones and reads it fast, unlike one whose members were added one by one. */
const emptyRow = (names: readonly string[]): Record<string, unknown> =>
  JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))));
