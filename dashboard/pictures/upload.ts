import type { useApiClient } from '../app/api.tsx';
import { codeOf, fileFaultOf, messageOf } from '../app/errors.ts';
import type { AddedPicture } from './added-pictures.ts';
import type { PictureFile } from './read-pictures.ts';

type Client = ReturnType<typeof useApiClient>;

/** Uploads at a time: the server decodes two of an organisation at once. */
const AT_ONCE = 3;
const PAUSE_MS = 2000;
/** Tries of one picture: a minute, in which the limit of calls begins anew, and some more. */
const TRIES = 40;
const PASSING = ['RATE_LIMITED', 'SERVICE_UNAVAILABLE', null];

/** Uploads a picture; gives its name for the API. */
export async function uploadPicture(client: Client, content: Blob, signal?: AbortSignal): Promise<string> {
  const form = new FormData();
  form.set('file', content);
  const { asset } = await client.assets.add.mutate(form, signal && { signal });
  return asset;
}

interface Options {
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/**
 * Uploads pictures one by one, some at a time; one that can't be taken says why, and the others go on. When it is stopped, it
 * gives those that were uploaded.
 */
export async function uploadPictures(
  client: Client,
  files: readonly PictureFile[],
  { signal, onProgress }: Options,
): Promise<AddedPicture[]> {
  const added = new Map<number, AddedPicture>();
  const waiting = files.entries();
  const work = async () => {
    for (const [index, file] of waiting) {
      if (signal.aborted) return;
      const picture = await upload(client, file, signal);
      if (signal.aborted) return;
      added.set(index, picture);
      onProgress(added.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return [...added].sort(([a], [b]) => a - b).map(([, picture]) => picture);
}

async function upload(client: Client, { name, read }: PictureFile, signal: AbortSignal): Promise<AddedPicture> {
  let content: Blob;
  try {
    content = await read();
  } catch (error) {
    return { name, problem: messageOf(error) };
  }
  for (let tries = 1; ; tries++) {
    try {
      return { name, asset: await uploadPicture(client, content, signal) };
    } catch (error) {
      if (signal.aborted || tries === TRIES || !PASSING.includes(codeOf(error)))
        return { name, problem: fileFaultOf(error) };
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
