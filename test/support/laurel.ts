import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { database } from '../../database/sql.ts';
import type { Scope } from '../../domain/access/scopes.ts';
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

export interface Tenant {
  organisationId: string;
  /** The organisation's name. */
  name: string;
  templateId: string;
  key: string;
}

interface TenantOptions {
  credits?: number;
  scopes?: Scope[];
  /** A file of samples/, without its extension. */
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
  'organisation:write',
  'credits:read',
  'events:read',
];

/** The product on a fresh database, with methods to create tenants and to call it. */
export class Laurel {
  readonly databaseUrl: string;
  /** Whether other test files use it meanwhile. */
  readonly isShared: boolean;
  readonly installation: Installation;
  readonly #environment: Record<string, string>;
  #isApart: boolean;
  #tenants = 0;
  /** Ends what runs in the test's own process. */
  #stopHere: (() => Promise<void>) | undefined;
  /** Only of a product that is started apart, or shared. */
  process!: ChildProcess;
  /** What the process has logged, where LOG_LEVEL is info. */
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
   * Starts it on a migrated database of its own, unless DATABASE_URL names one; stops it after the test file. It runs in the
   * test's own process, or apart in one of its own, which takes some seconds more of the processor: for tests that kill
   * it, measure it, read its log, or set a variable that a library reads by itself.
   */
  static async start(
    settings: Record<string, string> = {},
    { isApart = isLong }: { isApart?: boolean } = {},
  ): Promise<Laurel> {
    const url = settings.DATABASE_URL ?? (await createTestDatabase()).url;
    // A second process to render takes a second to start, and the tests need no more than one.
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
   * The process that test files share: for those that keep to organisations and people of their own, and neither configure it,
   * nor end it, nor look at tables as a whole.
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

  /** Starts it (again), from now on with these settings, too, and waits until it is ready. */
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

  /** Starts it again after its last kill: in the test's own process, which takes less of the processor. */
  async launchHere(): Promise<void> {
    this.#isApart = isLong;
    await this.launch();
  }

  /** The environment of an operator's commands. */
  operatorEnvironment(): Record<string, string> {
    return { ...this.#environment };
  }

  /** Ends it by a signal; resolves to the exit code. */
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

  /** A new organisation with a template, credits, and a key. `design` names a sample; else it is a page that is drawn fast. */
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

  /** No two organisations may have names that look alike. */
  #newName(): string {
    this.#tenants += 1;
    if (this.isShared) return `Test Organisation ${crypto.randomUUID().slice(0, 6)}`;
    return this.#tenants === 1 ? 'Test Organisation' : `Test Organisation ${this.#tenants}`;
  }

  /** A context for calling domain verbs directly, as the operator. */
  context({ organisationId }: Tenant) {
    return { ...this.installation.services, organisationId, actor: OPERATOR };
  }

  /** A REST call; a body makes it a POST. */
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

  /** Waits until the batch is completed; resolves to it. */
  async completed(key: string, id: string, { hurried = false } = {}) {
    for (;;) {
      if (hurried) await this.#hurryRetries();
      const { body } = await this.call(`/batches/${id}`, { key });
      if (body.status === 'COMPLETED') return body;
      await sleep(200);
    }
  }

  /** Waits until the certificate is rendered or has failed; resolves to it. */
  async rendered(key: string, id: string, { hurried = false } = {}) {
    for (;;) {
      if (hurried) await this.#hurryRetries();
      const { status, body } = await this.call(`/certificates/${id}`, { key });
      if (status === 400 || status === 404) throw new Error(`no certificate ${id}: ${JSON.stringify(body)}`);
      if (body.renderStatus === 'COMPLETED' || body.renderStatus === 'FAILED') return body;
      await sleep(100);
    }
  }
  /** Renderings that failed are tried again at once: all their attempts take half a minute otherwise. */
  async #hurryRetries(): Promise<void> {
    await sql`update laurel_renders._private_jobs set run_at = now()
      where attempts > 0 and locked_at is null and run_at > now()`.execute(database(this.installation.services.em()));
  }
}
