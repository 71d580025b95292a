/** Version of the package. A test compares it with package.json. */
export const VERSION = '0.1.0';

/** Versions of a client and of a server that do not belong together. */
export interface VersionMismatch {
  client: string;
  server: string;
}

/** Remembers the version of the server. */
export interface VersionWatch {
  /** The last version that a response named. */
  readonly server: string | undefined;
  /** Takes the version from a response. Reports the first one that does not belong to the client's. */
  note(headers: Headers): void;
}

/** Watches the versions of responses. Major and minor versions must be equal. Servers and clients with other patches belong together. */
export function watchVersion(report: (versions: VersionMismatch) => void): VersionWatch {
  let server: string | undefined;
  let isReported = false;
  return {
    get server() {
      return server;
    },
    note(headers) {
      // Proxies can remove the header.
      server = headers.get('Laurel-Version') ?? server;
      if (isReported || server === undefined || minorOf(server) === minorOf(VERSION)) return;
      isReported = true;
      report({ client: VERSION, server });
    },
  };
}

/** Returns `1.2` of `1.2.3`. */
const minorOf = (version: string): string => version.split('.', 2).join('.');

/** Warns of versions that do not belong together. */
export function warnOfVersions({ client, server }: VersionMismatch): void {
  const { console } = globalThis as { console?: { warn(text: string): void } };
  console?.warn(
    `laurel-client ${client} calls Laurel ${server}. Install laurel-client ${minorOf(server)}, or set onVersionMismatch.`,
  );
}
