import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useApi } from '../lib/api.tsx';
import { useMembership } from '../lib/session.ts';
import type { LiveEvent } from './event-stream.ts';
import { shareStream } from './shared-stream.ts';

/** Minimum interval between refetches, in ms, while many events arrive. */
const PAUSE_MS = 1000;
/** Polling intervals, in ms: while something is in progress, and otherwise. */
const FAST_MS = 2000;
export const SLOW_MS = 15_000;

const LiveContext = createContext(false);

/** Follows the organisation's events and refetches the data that they change. Without a stream, the queries inside poll. */
export function Live({ children }: { children: ReactNode }) {
  const { id } = useMembership();
  const [isLive, setIsLive] = useState(false);
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => {
    const changed = new Changed(queryClient);
    // Excludes the balance: a creation whose answer was lost has already spent it, and a lower balance could block the retry.
    const ofCertificates = [api.certificates, api.batches, api.recipients, api.statistics, api.audit.findings];
    const ofTemplates = [api.designs.list, api.templates.preview];
    const of = ({ type }: LiveEvent) => (type === 'template.published' ? ofTemplates : ofCertificates);
    return shareStream(id, {
      onState: setIsLive,
      onEvent: (event) => changed.add(of(event).map((part) => part.pathKey()[0] as readonly string[])),
      onGap: () =>
        changed.add([...ofCertificates, ...ofTemplates].map((part) => part.pathKey()[0] as readonly string[])),
    });
  }, [id, api, queryClient]);
  return <LiveContext.Provider value={isLive}>{children}</LiveContext.Provider>;
}

/** Refetches changed data: immediately for one event, throttled for many. */
class Changed {
  readonly #queryClient: QueryClient;
  #paths = new Map<string, readonly string[]>();
  #isReading = false;

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
  }

  add(paths: readonly (readonly string[])[]): void {
    for (const path of paths) this.#paths.set(path.join('.'), path);
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#paths.size > 0) {
      const paths = [...this.#paths.values()];
      this.#paths = new Map();
      await Promise.all(paths.map((path) => this.#queryClient.invalidateQueries({ queryKey: [path] })));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.#isReading = false;
  }
}

/**
 * Returns the polling interval of a query whose data events report. With a stream it polls slowly, and only while something is in progress.
 * Without one it polls fast while something is in progress, and slowly otherwise.
 */
export function usePolling(): (isMoving: boolean) => number | false {
  const isLive = useContext(LiveContext);
  return (isMoving) => {
    if (isLive) return isMoving && SLOW_MS;
    return isMoving ? FAST_MS : SLOW_MS;
  };
}

/** Returns the polling interval of a query whose data no event reports, such as the state of mails. */
export const whileMoving = (isMoving: boolean): number | false => isMoving && FAST_MS;
