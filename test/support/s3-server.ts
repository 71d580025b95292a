import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Object as it was put. */
interface Stored {
  content: Buffer;
  headers: IncomingMessage['headers'];
}

/** The part of S3 that the product uses, in memory: objects of one bucket, with path-style addresses. Signatures aren't checked. */
export class S3Server {
  readonly objects = new Map<string, Stored>();
  readonly #server: Server;
  /** True if requests are answered with 503. */
  isDown = false;
  /** True if the server ignores `If-None-Match`, like some older servers. */
  isOld = false;
  /** Number of subsequent requests to answer with 503. */
  failures = 0;
  /** S3 error code with which each request is answered. */
  refusal = '';
  /** True if the server reports the SHA-256 of its objects. */
  hasChecksums = false;
  /** Methods of the answered requests. */
  readonly methods: string[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<S3Server> {
    const s3 = new S3Server();
    await new Promise<void>((resolve) => s3.#server.listen(0, '127.0.0.1', resolve));
    return s3;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.endpoint);
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const name = rest.join('/');
    const body = await buffer(request);
    const fail = (status: number, code: string) =>
      response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    if (this.isDown || this.failures-- > 0) return void fail(503, 'ServiceUnavailable');
    if (this.refusal !== '') return void fail(403, this.refusal);
    this.methods.push(request.method ?? '');
    if (!/^AWS4-HMAC-SHA256 /.test(request.headers.authorization ?? '')) return void fail(403, 'AccessDenied');
    if (bucket !== 'heads') return void fail(404, 'NoSuchBucket');
    if (name === '') return void response.end(this.#list(url.searchParams));
    const stored = this.objects.get(name);
    if (request.method === 'PUT') {
      if (request.headers['if-none-match'] && this.isOld) return void fail(501, 'NotImplemented');
      if (request.headers['if-none-match'] && stored) return void fail(412, 'PreconditionFailed');
      const checksum = createHash('sha256').update(body).digest('base64');
      if (request.headers['x-amz-checksum-sha256'] !== checksum) return void fail(400, 'BadDigest');
      this.objects.set(name, { content: body, headers: request.headers });
      return void response.end();
    }
    if (request.method === 'DELETE') {
      this.objects.delete(name);
      return void response.writeHead(204).end();
    }
    if (!stored) return void fail(404, 'NoSuchKey');
    response.setHeader('Content-Length', stored.content.length);
    if (this.hasChecksums && request.headers['x-amz-checksum-mode'] === 'ENABLED')
      response.setHeader('x-amz-checksum-sha256', stored.headers['x-amz-checksum-sha256'] ?? '');
    response.end(request.method === 'HEAD' ? undefined : stored.content);
  }

  #list(query: URLSearchParams): string {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? ''];
    const names = [...this.objects.keys()].sort().filter((name) => name.startsWith(prefix) && name > after);
    // Pages of two names show that all pages are read.
    const contents = names.slice(0, 2).map((name) => `<Contents><Key>${name}</Key></Contents>`);
    return `<ListBucketResult><IsTruncated>${names.length > 2}</IsTruncated>${contents.join('')}</ListBucketResult>`;
  }
}
