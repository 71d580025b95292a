// Prints the events that a webhook sends to it, if their signature is right. Needs Node 20 and nothing else:
// LAUREL_WEBHOOK_SECRET=whsec_… node receiver.mjs [port]
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { LAUREL_WEBHOOK_SECRET: secret } = process.env;
if (!secret) throw new Error('LAUREL_WEBHOOK_SECRET is not set');

function isGenuine(body, signature = '') {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(String(signature));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isGenuine(body, request.headers['x-service-signature'])) return response.writeHead(400).end('wrong signature');
  response.writeHead(204).end();
  console.log(body.toString());
});
server.listen(Number(process.argv[2] ?? 4000), '127.0.0.1', () => {
  console.error(`listening at http://127.0.0.1:${server.address().port}/`);
});
