/** Key of the session storage: it survives reloads, and browsers copy it to a duplicated tab. */
const KEY = 'laurel-tab';
const PREFIX = 'laurel-tab-';
/** Maximum time for which a reloaded tab waits for the lock of its former page, in ms. On a busy machine that takes seconds. */
const PATIENCE = 10_000;

let claimed: Promise<string> | undefined;

/** Returns the id of this tab. A reload keeps it, and a duplicated tab gets its own. */
export function claimTab(): Promise<string> {
  claimed ??= claim();
  return claimed;
}

async function claim(): Promise<string> {
  const known = sessionStorage.getItem(KEY);
  if (known !== null && (await hold(known))) return known;
  const id = crypto.randomUUID();
  await hold(id);
  sessionStorage.setItem(KEY, id);
  return id;
}

/** Holds a tab's lock until the page ends. Returns false if another tab has it, which says so at once. */
const hold = (id: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { locks } = navigator;
    if (!locks) return resolve(true);
    const channel = new BroadcastChannel(`${PREFIX}${id}`);
    const taken = new AbortController();
    channel.onmessage = ({ data }) => data === 'taken' && taken.abort();
    const forever = new Promise<void>(() => {});
    const held = () => {
      channel.onmessage = ({ data }) => data === 'asked' && channel.postMessage('taken');
      resolve(true);
      return forever;
    };
    const refused = () => {
      channel.close();
      resolve(false);
    };
    const signal = AbortSignal.any([AbortSignal.timeout(PATIENCE), taken.signal]);
    locks.request(`${PREFIX}${id}`, { signal }, held).catch(refused);
    channel.postMessage('asked');
  });

/** Returns the ids of the tabs that are open; null if the browser cannot tell. */
export async function openTabs(): Promise<ReadonlySet<string> | null> {
  const held = (await navigator.locks?.query())?.held;
  if (!held) return null;
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
}

/** Resolves when another tab has closed or is loading again; never if the browser cannot tell. */
export const whenClosed = (id: string): Promise<void> =>
  navigator.locks?.request(`${PREFIX}${id}`, () => undefined) ?? new Promise(() => {});
