import type { useApiClient } from '../lib/api.tsx';
import { codeOf, fileFaultOf, messageOf } from '../lib/errors/errors.ts';
import type { AddedPicture } from './added-pictures.ts';
import type { PictureFile } from './read-pictures.ts';

type Client = ReturnType<typeof useApiClient>;

/** Concurrent uploads. The server decodes two pictures of an organisation at a time. */
const AT_ONCE = 3;
const PAUSE_MS = 2000;
/** Attempts per picture, 2 s apart: enough to outlast the one-minute window of the rate limit. */
const TRIES = 40;
const PASSING = ['RATE_LIMITED', 'SERVICE_UNAVAILABLE', null];

/** Uploads a picture and returns its name for the API. */
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
 * Uploads pictures, a few concurrently. A picture that cannot be uploaded gets a problem, and the rest continue. Returns the uploaded ones
 * if aborted.
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
