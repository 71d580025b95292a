import { type Client, createClient } from 'laurel-client';

declare const process: { env: Record<string, string | undefined> };

const needed = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

export const client: Client = createClient({ baseUrl: needed('LAUREL_URL'), apiKey: needed('LAUREL_API_KEY') });

/** The template that was published before; undefined at first. */
export const templateId = process.env.LAUREL_TEMPLATE_ID;
