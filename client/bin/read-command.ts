import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { UsageError } from './reason.ts';

export const USAGE = `Usage: laurel-client listen --forward URL [--events LIST] [--after CURSOR] [--secret whsec_…]
       laurel-client trigger TYPE [--template ID]

LAUREL_URL is the address of Laurel, and LAUREL_API_KEY a key.

The command listen forwards the events of an organisation to a program on this machine, as webhooks do. The key needs the scope events:read.

  --forward URL     Address for each event, for example http://localhost:4000/hooks.
  --events LIST     Types and wildcards, separated by commas, for example 'certificate.*'. All by default.
  --after CURSOR    Place in the log to continue after. By default, only new events are sent.
  --secret SECRET   Secret that signs. By default a new one, which is printed.

The command trigger causes an event such as certificate.ready in test mode, with a certificate of sample values. The key must begin with svc_test_.

  --template ID     Template of the certificate. By default the newest one without pictures.
`;

interface Server {
  baseUrl: string;
  apiKey: string;
}

/** Settings of `listen`. */
export interface ListenCommand extends Server {
  name: 'listen';
  forward: URL;
  events: string;
  after: string | undefined;
  secret: string;
}

/** Settings of `trigger`. */
export interface TriggerCommand extends Server {
  name: 'trigger';
  type: string;
  template: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the arguments and the environment. Returns null if help was asked for. Throws UsageError for anything wrong. */
export function readCommand(args: string[], environment: Environment): ListenCommand | TriggerCommand | null {
  const { values, positionals } = parsed(args);
  const [name, ...others] = positionals;
  if (values.help || (name === undefined && args.length === 0)) return null;
  if (name === 'trigger') return triggerCommand(others, values, environment);
  if (name !== 'listen') throw new UsageError(`Unknown command ${JSON.stringify(name ?? '')}. Use listen or trigger.`);
  // Shells replace an unquoted certificate.* by the names of matching files.
  if (others.length > 0)
    throw new UsageError(`Unexpected ${JSON.stringify(others[0])}. Put the value of --events in quotes.`);
  refuseOthers(values, ['template']);
  const server = readServer(environment);
  if (values.forward === undefined)
    throw new UsageError('--forward is missing. Use for example http://localhost:4000/hooks.');
  return {
    ...{ name, ...server },
    forward: webAddress('--forward', values.forward),
    events: values.events ?? '*',
    after: values.after,
    secret: secretOf(values.secret),
  };
}

type Values = ReturnType<typeof parsed>['values'];

function triggerCommand([type, ...others]: string[], values: Values, environment: Environment): TriggerCommand {
  refuseOthers(values, ['forward', 'events', 'after', 'secret']);
  if (type === undefined || others.length > 0)
    throw new UsageError('Give one event type, for example certificate.ready.');
  const server = readServer(environment);
  if (!server.apiKey.startsWith('svc_test_'))
    throw new UsageError('LAUREL_API_KEY: not a key of test mode. Use one that begins with svc_test_.');
  return { name: 'trigger', ...server, type, template: values.template };
}

/** Refuses options of another command. */
function refuseOthers(values: Values, names: readonly (keyof Values)[]): void {
  const given = names.find((name) => values[name] !== undefined);
  if (given) throw new UsageError(`--${given} does not belong to this command. See --help.`);
}

function readServer({ LAUREL_URL: url, LAUREL_API_KEY: apiKey }: Environment): Server {
  if (!url) throw new UsageError('LAUREL_URL is not set. Use the address of Laurel.');
  if (!apiKey) throw new UsageError('LAUREL_API_KEY is not set. Use an API key.');
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new UsageError('LAUREL_API_KEY: not an API key. Use one as it was shown.');
  return { baseUrl: webAddress('LAUREL_URL', url).href, apiKey };
}

const OPTIONS = {
  forward: { type: 'string' },
  events: { type: 'string' },
  after: { type: 'string' },
  secret: { type: 'string' },
  template: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Only its first sentence is about the argument.
    const [said = ''] = String((error as Error).message).split('. ');
    throw new UsageError(`${said}.`);
  }
}

function webAddress(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`${name}: not a web address. Use one that starts with http:// or https://.`);
}

/** Returns the given secret, or a new one in the form of a webhook's. */
function secretOf(given: string | undefined): string {
  if (given === undefined) return `whsec_${randomBytes(32).toString('base64')}`;
  if (/^whsec_[A-Za-z\d+/]{22,}={0,2}$/.test(given)) return given;
  throw new UsageError('--secret: not a signing secret. Use whsec_ and base64.');
}
