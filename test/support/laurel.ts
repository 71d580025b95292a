import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { QUEUE_SCHEMAS } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import type { Scope } from '../../domain/access/allow-scopes.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { OPERATOR } from '../../domain/audit/record.ts';
import { createOrganisation } from '../../domain/organisations/create.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { readConfig } from '../../server/config.ts';
import { type Installation, openServices } from '../../server/startup/open-services.ts';
import { atEndOfFile } from './end-of-file.ts';
import { isLong } from './faults.ts';
import { launchProduct, prepareEnvironment, serveHere } from './installation.ts';
import { createTestDatabase } from './postgres.ts';
import { sharedRenderer } from './renderer.ts';
import type { SharedProduct } from './shared-setup.ts';
import { waitFor } from './wait-for.ts';

export interface Tenant {
  organisationId: string;
  /** Name of the organisation. */
  name: string;
  templateId: string;
  key: string;
}

interface TenantOptions {
  credits?: number;
  scopes?: Scope[];
  /** File of samples/, without its extension. */
  design?: string;
}

export const VARIABLES = {
  name: 'Łucja Müller',
  course: 'Foundations of Computing',
  distinction: 'honours',
  date: '20 November 2026',
  director: 'Grace Hopper',
};

const SCOPES: Scope[] = [
  'templates:read',
  'certificates:write',
  'certificates:revoke',
  'certificates:import',
  'organisation:write',
  'credits:read',
  'events:read',
];

/** The product on a fresh database, with methods to create tenants and to call it. */
export class Laurel {
  readonly databaseUrl: string;
  /** True if other test files use it concurrently. */
  readonly isShared: boolean;
  readonly installation: Installation;
  readonly #environment: Record<string, string>;
  #isApart: boolean;
  #tenants = 0;
  /** Stops the product in the test's own process. */
  #stopHere: (() => Promise<void>) | undefined;
  /** Set only for a separate or shared process. */
  process!: ChildProcess;
  /** Log of the process, if LOG_LEVEL is info. */
  logged = '';
  url = '';

  private constructor(
    databaseUrl: string,
    installation: Installation,
    {
      environment,
      isApart,
      isShared = false,
    }: { environment: Record<string, string>; isApart: boolean; isShared?: boolean },
  ) {
    this.databaseUrl = databaseUrl;
    this.installation = installation;
    this.#environment = environment;
    this.#isApart = isApart;
    this.isShared = isShared;
  }

  /**
   * Starts the product on a separate migrated database, unless DATABASE_URL names one. Stops it after the test file. It runs in the test's
   * own process. With `isApart` it runs in a separate one, which takes several seconds more of processor time. That suits tests that kill
   * it, measure it, read its log, or set a variable that a library reads.
   */
  static async start(
    settings: Record<string, string> = {},
    { isApart = isLong }: { isApart?: boolean } = {},
  ): Promise<Laurel> {
    const url = settings.DATABASE_URL ?? (await createTestDatabase()).url;
    // Starting a second render process takes 1 s, and the tests need only one.
    const threads: Record<string, string> = isLong ? {} : { RENDER_THREADS: '1' };
    const { environment, directory } = await prepareEnvironment(url, { ...threads, ...settings });
    const directUrl = settings.DATABASE_DIRECT_URL ?? url;
    const config = readConfig(environment);
    const installation = await openServices(config, directUrl, settings.BASE_URL ?? 'http://localhost', {
      renderer: sharedRenderer(config),
    });
    const laurel = new Laurel(directUrl, installation, { environment, isApart });
    atEndOfFile(async () => {
      await laurel.stop();
      await installation.close();
      await rm(directory, { recursive: true });
    });
    await laurel.launch();
    return laurel;
  }

  /**
   * Returns the process that test files share. Tests that use it create their own organisations and users. They must not configure or end
   * the process, or inspect whole tables.
   */
  static async shared(): Promise<Laurel> {
    const response = await fetch(`${inject('shared')}/product`);
    const product = (await response.json()) as SharedProduct | { error: string };
    if ('error' in product) throw new Error(product.error);
    const { DATABASE_URL: databaseUrl = '' } = product.environment;
    const config = readConfig(product.environment);
    const renderer = sharedRenderer(config);
    const installation = await openServices(config, databaseUrl, 'http://localhost', { renderer });
    const laurel = new Laurel(databaseUrl, installation, {
      environment: product.environment,
      isApart: true,
      isShared: true,
    });
    laurel.url = product.url;
    atEndOfFile(() => installation.close());
    return laurel;
  }

  /** Starts the product, again if necessary, and waits until it is ready. The settings also apply to later starts. */
  async launch(settings: Record<string, string> = {}): Promise<void> {
    Object.assign(this.#environment, settings);
    if (!this.#isApart) {
      const { url, stop } = await serveHere(this.#environment);
      this.url = url;
      this.#stopHere = stop;
      return;
    }
    const onLog = (text: string) => {
      this.logged += text;
    };
    const isKept = this.#environment.LOG_LEVEL === 'info';
    Object.assign(this, await launchProduct(this.#environment, isKept ? onLog : undefined));
  }

  /** Starts the product again after its last kill. It runs in the test's own process, which takes less processor time. */
  async launchHere(): Promise<void> {
    this.#isApart = isLong;
    await this.launch();
  }

  /** Returns the environment of an operator's commands. */
  operatorEnvironment(): Record<string, string> {
    return { ...this.#environment };
  }

  /** Ends the product with a signal. Resolves to the exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.#isApart) {
      if (signal !== 'SIGTERM') throw new Error(`${signal} would end the test: start the product apart`);
      await this.#stopHere?.();
      this.#stopHere = undefined;
      return 0;
    }
    const { process: child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    await once(child, 'exit');
    return child.exitCode;
  }

  /** Creates an organisation with a template, credits and a key. `design` names a sample. The default design is quick to draw. */
  async tenant({ credits = 100, scopes = SCOPES, design }: TenantOptions = {}): Promise<Tenant> {
    const { services } = this.installation;
    const name = this.#newName();
    const { id: organisationId } = await createOrganisation(services, { name, credits });
    const context = { ...services, organisationId, actor: OPERATOR };
    const document = JSON.parse(
      await readFile(design ? `samples/${design}.json` : 'test/support/small-diploma.json', 'utf8'),
    );
    const { id: templateId } = await importTemplate(context, document);
    const { key } = await createApiKey(context, { name: 'test', scopes });
    return { organisationId, name, templateId, key };
  }

  /** Returns a new name, because names of organisations must not look alike. */
  #newName(): string {
    this.#tenants += 1;
    if (this.isShared) return `Test Organisation ${crypto.randomUUID().slice(0, 6)}`;
    return this.#tenants === 1 ? 'Test Organisation' : `Test Organisation ${this.#tenants}`;
  }

  /** Returns a context for calling domain verbs directly, as the operator. */
  context({ organisationId }: Tenant) {
    return { ...this.installation.services, organisationId, actor: OPERATOR };
  }

  /** Makes a REST call. A call with a body is a POST. */
  async call(
    path: string,
    {
      key,
      body,
      headers = {},
      method = body === undefined ? 'GET' : 'POST',
    }: { key?: string; body?: unknown; headers?: Record<string, string>; method?: string } = {},
  ) {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  }

  /** Issues one certificate and waits until its rendering has ended. */
  async issue({ key, templateId }: Tenant, variables: Record<string, string> = VARIABLES) {
    const { status, body } = await this.call('/certificates', { key, body: { templateId, variables } });
    if (status !== 201) throw new Error(`not issued: ${JSON.stringify(body)}`);
    return this.rendered(key, body.id);
  }

  /** Waits until the batch is completed, and resolves to it. */
  async completed(key: string, id: string, { hurried = false } = {}) {
    const read = async () => {
      if (hurried) await this.#hurryRetries();
      return (await this.call(`/batches/${id}`, { key })).body;
    };
    return waitFor(`the end of batch ${id}`, read, ({ status }) => status === 'COMPLETED', { everyMs: 100 });
  }

  /** Waits until the certificate is rendered or has failed, and resolves to it. */
  async rendered(key: string, id: string, { hurried = false } = {}) {
    const read = async () => {
      if (hurried) await this.#hurryRetries();
      const { status, body } = await this.call(`/certificates/${id}`, { key });
      if (status === 400 || status === 404) throw new Error(`no certificate ${id}: ${JSON.stringify(body)}`);
      return body;
    };
    return waitFor(`the rendering of ${id}`, read, ({ renderStatus }) => /COMPLETED|FAILED/.test(renderStatus), {
      everyMs: 100,
    });
  }

  /** Makes failed renderings due immediately. Otherwise all their attempts take 30 s. */
  async #hurryRetries(): Promise<void> {
    for (const schema of [QUEUE_SCHEMAS.renders, QUEUE_SCHEMAS.batch_renders])
      await sql`update ${sql.id(schema, '_private_jobs')} set run_at = now()
        where attempts > 0 and locked_at is null and run_at > now()`.execute(database(this.installation.services.em()));
  }
}
