import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';
import { atEndOfFile } from './end-of-file.ts';

/** Answer to a question: the addresses or texts of its type, an error code (3: no such name, 2: failure), bytes, or nothing. */
type Answer = string[] | { texts: string[] } | number | Buffer | null;

/** Starts a name server (RFC 1035) on loopback with configured answers, and a resolver that uses only this server. */
export async function startNameServer(answer: (name: string, asked: number) => Answer, timeout = 300) {
  const socket = createSocket('udp4');
  atEndOfFile(() => socket.close());
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, end);
    const name = nameOf(question);
    const type = question.readUInt16BE(question.length - 4);
    const isA = type === 1 || type === TXT;
    // A name's questions come in pairs, for A and for AAAA.
    const before = asked.filter((other) => other === name).length;
    if (isA) asked.push(name);
    const given = answer(name, isA ? before : Math.max(0, before - 1));
    if (given !== null)
      socket.send(Buffer.isBuffer(given) ? given : reply(query, question, given, type), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  // Without a maximum, the resolver shortens every time limit to 5 s.
  const resolver = new Resolver({ timeout, maxTimeout: timeout, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { resolver, asked, address: `127.0.0.1:${socket.address().port}` };
}

const TXT = 16;

function reply(query: Buffer, question: Buffer, given: string[] | { texts: string[] } | number, type: number): Buffer {
  const texts = typeof given === 'object' && 'texts' in given ? given.texts : [];
  const addresses = (Array.isArray(given) ? given : []).map((text) => Buffer.from(ipaddr.parse(text).toByteArray()));
  const fit = type === TXT ? texts.map(inParts) : addresses.filter(({ length }) => length === (type === 1 ? 4 : 16));
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | (typeof given === 'number' ? given : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(fit.length, 6);
  const records = fit.map((bytes) =>
    Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, bytes.length >> 8, bytes.length & 255]), bytes]),
  );
  return Buffer.concat([head, question, ...records]);
}

/** Returns a text as character strings of at most 255 bytes (RFC 1035, 3.3.14). */
function inParts(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [''];
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')])));
}

function nameOf(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 0; question[at]; at += (question[at] ?? 0) + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  return labels.join('.').toLowerCase();
}
