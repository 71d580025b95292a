import { type LiveEvent, readStream, StreamRefused } from './event-stream.ts';

/** Back-off before reconnecting, in ms. It doubles with each failure up to the maximum. */
const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** Timeout after which a tab considers the stream cut, in ms. */
const SILENCE_MS = 45_000;

/** Sent between the tabs of a browser. `isNew`: events may have been missed. */
type Message =
  | { kind: 'hello' }
  | { kind: 'open'; isNew: boolean; cursor: string | undefined }
  | { kind: 'cut' }
  | { kind: 'event'; event: LiveEvent; cursor: string };

interface Listener {
  onState(isLive: boolean): void;
  onEvent(event: LiveEvent): void;
  /** Called when events may have been missed. */
  onGap(): void;
}

/**
 * Follows an organisation's events, with one stream for all tabs of the browser: the tab that holds a lock reads it and notifies the
 * others. When it closes, another tab gets the lock and resumes from the last event. Without Web Locks (pages not served over TLS) nothing
 * is followed.
 */
export function shareStream(organisationId: string, listener: Listener): () => void {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return () => undefined;
  const name = `laurel events ${organisationId}`;
  const channel = new BroadcastChannel(name);
  const stopped = new AbortController();
  let cursor: string | undefined;
  let isLive = false;
  let isLeader = false;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const setLive = (next: boolean) => {
    clearTimeout(silence);
    if (next) silence = setTimeout(() => setLive(false), SILENCE_MS);
    if (next === isLive) return;
    isLive = next;
    listener.onState(next);
  };
  const handle = (message: Message) => {
    if (message.kind === 'hello') {
      if (isLeader && isLive) channel.postMessage({ kind: 'open', isNew: false, cursor } satisfies Message);
    } else if (message.kind === 'cut') {
      setLive(false);
    } else if (message.kind === 'open') {
      setLive(true);
      cursor = message.cursor;
      if (message.isNew) listener.onGap();
    } else {
      setLive(true);
      cursor = message.cursor;
      listener.onEvent(message.event);
    }
  };
  const tell = (message: Message) => {
    channel.postMessage(message);
    handle(message);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => handle(data);
  channel.postMessage({ kind: 'hello' } satisfies Message);

  const lead = async () => {
    isLeader = true;
    let pause = PAUSE_MS;
    // The first stream lacks events from between the loading of the screens and its start.
    let isNew = true;
    while (!stopped.signal.aborted) {
      try {
        await readStream(organisationId, cursor, stopped.signal, {
          onOpen: () => {
            pause = PAUSE_MS;
            tell({ kind: 'open', isNew: isNew || cursor === undefined, cursor });
            isNew = false;
          },
          onEvent: (event, next) => tell({ kind: 'event', event, cursor: next }),
          onSign: () => tell({ kind: 'open', isNew: false, cursor }),
        });
      } catch (error) {
        // The log no longer has the position: the screens refetch.
        if (error instanceof StreamRefused && error.code === 'VALIDATION_ERROR') cursor = undefined;
      }
      if (stopped.signal.aborted) return;
      tell({ kind: 'cut' });
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  };
  void navigator.locks.request(name, { signal: stopped.signal }, lead).catch(() => undefined);

  return () => {
    stopped.abort();
    clearTimeout(silence);
    channel.close();
  };
}
