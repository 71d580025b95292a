import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';
import { atEndOfFile } from './end-of-file.ts';

/** Answer to a question: the addresses of its type, an error code (3: no such name, 2: failure), bytes, or nothing. */
type Answer = string[] | number | Buffer | null;

/** Starts a name server (RFC 1035) on loopback with configured answers, and a resolver that uses only this server. */
export async function startNameServer(answer: (name: string, asked: number) => Answer, timeout = 300) {
  const socket = createSocket('udp4');
  atEndOfFile(() => socket.close());
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, end);
    const name = nameOf(question);
    const isA = question.readUInt16BE(question.length - 4) === 1;
    // A name's questions come in pairs, for A and for AAAA.
    const before = asked.filter((other) => other === name).length;
    if (isA) asked.push(name);
    const given = answer(name, isA ? before : Math.max(0, before - 1));
    if (given !== null) socket.send(Buffer.isBuffer(given) ? given : reply(query, question, given, isA), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { resolver, asked };
}

function reply(query: Buffer, question: Buffer, given: string[] | number, isA: boolean): Buffer {
  const addresses = (typeof given === 'number' ? [] : given).map((text) =>
    Buffer.from(ipaddr.parse(text).toByteArray()),
  );
  const fit = addresses.filter(({ length }) => length === (isA ? 4 : 16));
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | (typeof given === 'number' ? given : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(fit.length, 6);
  const records = fit.map((bytes) =>
    Buffer.concat([Buffer.from([0xc0, 12, 0, isA ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length]), bytes]),
  );
  return Buffer.concat([head, question, ...records]);
}

function nameOf(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 0; question[at]; at += (question[at] ?? 0) + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  return labels.join('.').toLowerCase();
}
