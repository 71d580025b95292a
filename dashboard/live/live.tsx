import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useApi } from '../app/api.tsx';
import { useMembership } from '../app/session.tsx';
import type { LiveEvent } from './event-stream.ts';
import { shareStream } from './shared-stream.ts';

/** Pause between two readings of what many events have changed. */
const PAUSE_MS = 1000;
/** Intervals of the queries that ask again: while something is in progress, and for what may change at any time. */
const FAST_MS = 2000;
const SLOW_MS = 15_000;

const LiveContext = createContext(false);

/** Follows the organisation's events and has what they change read again. Without a stream the queries inside ask again by themselves. */
export function Live({ children }: { children: ReactNode }) {
  const { id } = useMembership();
  const [isLive, setIsLive] = useState(false);
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => {
    const changed = new Changed(queryClient);
    // Not the balance: a creation whose answer was lost has spent it, and may be sent again.
    const ofCertificates = [api.certificates, api.batches, api.recipients, api.statistics, api.audit.findings];
    const of = ({ type }: LiveEvent) => (type === 'template.published' ? [api.designs.list] : ofCertificates);
    return shareStream(id, {
      onState: setIsLive,
      onEvent: (event) => changed.add(of(event).map((part) => part.pathKey()[0] as readonly string[])),
      onGap: () =>
        changed.add([...ofCertificates, api.designs.list].map((part) => part.pathKey()[0] as readonly string[])),
    });
  }, [id, api, queryClient]);
  return <LiveContext.Provider value={isLive}>{children}</LiveContext.Provider>;
}

/** Reads again what has changed: at once for one event, with pauses for many. */
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
 * Returns the interval of a query for what events report: none while they are followed, but a slow one while something is in progress.
 * Without them a fast one while something is in progress, and a slow one else.
 */
export function usePolling(): (isMoving: boolean) => number | false {
  const isLive = useContext(LiveContext);
  return (isMoving) => {
    if (isLive) return isMoving && SLOW_MS;
    return isMoving ? FAST_MS : SLOW_MS;
  };
}

/** Returns the interval of a query for what no event reports, such as the hand-over of mails. */
export const whileMoving = (isMoving: boolean): number | false => isMoving && FAST_MS;
