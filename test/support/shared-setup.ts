import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../scripts/chromium.ts';
import { cloneTemplate } from './clone-template.ts';
import type {} from './global-setup.ts';
import { launchProduct, prepareEnvironment } from './installation.ts';
import { MailServer } from './mail-server.ts';
import { type PackedClient, packClient } from './packed-client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address at which test files request shared resources (Laurel.shared, lastMailTo, openPage, packedClient). */
    shared: string;
  }
}

/** Address and environment of the product that test files share. */
export interface SharedProduct {
  url: string;
  environment: Record<string, string>;
}

/** Browser that test files share, or the reason why it is missing. */
export type SharedBrowser = { endpoint: string } | { missing: string };

/**
 * Provides one process of the product, with a mail server, one browser, and the packed client. Test files share them if they need no
 * special settings, signals or tables. Each is started on first use and stopped at the end of the run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgres } = project.getProvidedContext();
  const stops: (() => Promise<void>)[] = [];
  const mails = new MailServer();
  let missing: string | undefined;

  const startProduct = async (): Promise<SharedProduct> => {
    const { url: databaseUrl } = await cloneTemplate(postgres);
    const settings = { SMTP_URL: await mails.start(), MAIL_FROM: 'Certificates <certs@example.org>' };
    const { environment, directory } = await prepareEnvironment(databaseUrl, settings);
    const product = await launchProduct(environment);
    stops.push(async () => {
      product.process.kill('SIGTERM');
      await once(product.process, 'exit');
      await mails.stop();
      await rm(directory, { recursive: true });
    });
    return { url: product.url, environment };
  };
  const startBrowser = async (): Promise<SharedBrowser> => {
    const found = await findChromium();
    if ('missing' in found) {
      missing = found.missing;
      return found;
    }
    const server = await chromium.launchServer(found.launch);
    stops.push(() => server.close());
    return { endpoint: server.wsEndpoint() };
  };
  const startClient = async (): Promise<PackedClient> => {
    const packed = await packClient();
    stops.push(() => rm(packed.project, { recursive: true }));
    return packed;
  };
  const starts: Record<string, () => Promise<unknown>> = {
    '/product': startProduct,
    '/browser': startBrowser,
    '/client': startClient,
  };
  const started = new Map<string, Promise<unknown>>();

  const broker = createServer(async ({ url: path = '' }, response) => {
    const [, address] = /^\/mails\/(.+)$/.exec(path) ?? [];
    if (address) return response.end(JSON.stringify(mails.to(decodeURIComponent(address))));
    const running = started.get(path) ?? starts[path]?.();
    if (running) started.set(path, running);
    const answer = await running?.catch((error: unknown) => ({ error: String(error) }));
    response.end(JSON.stringify(answer));
  });
  await once(broker.listen(0, '127.0.0.1'), 'listening');
  project.provide('shared', `http://127.0.0.1:${(broker.address() as AddressInfo).port}`);
  return async () => {
    broker.close();
    for (const stop of stops) await stop();
    if (missing) process.stdout.write(`\nSKIPPED: the tests of the dashboard in a browser: ${missing}\n`);
  };
}
