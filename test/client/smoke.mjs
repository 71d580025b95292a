import { createClient, isLaurelError, LaurelError, listAll, verifyWebhook, waitUntilReady } from 'laurel-client';
import { defineTemplate, Text } from 'laurel-client/template';
import { jsx } from 'laurel-client/template/jsx-runtime';

const errorOf = (call) =>
  call.then(
    () => 'resolved',
    (error) => error,
  );

/** Uses every part of the client that depends on the runtime. Runs in all of them, from the packed client. */
export async function smoke({ baseUrl, apiKey, templateId, variables, webhook }) {
  const laurel = createClient({ baseUrl, apiKey });
  const { nextCursor: after } = await laurel.events.list.query({ after: 'latest' });
  const issued = await laurel.certificates.generate.mutate({ templateId, variables });
  const { pdfUrl } = await waitUntilReady(laurel, issued, { signal: AbortSignal.timeout(60_000) });
  const followed = [];
  for await (const { type } of laurel.events.follow({ after })) if (followed.push(type) === 2) break;
  async function* rows() {
    for (const name of ['A', 'B', 'C']) yield { variables: { ...variables, name } };
  }
  const { certificates, batches } = await laurel.issueAll(rows(), { templateId, batchSize: 2 });
  const listed = [];
  for await (const { recipientName } of listAll(laurel.certificates.list, { limit: 2 })) listed.push(recipientName);
  const form = new FormData();
  form.set(
    'file',
    new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>']),
  );
  const { asset } = await laurel.assets.add.mutate(form);
  const refused = await errorOf(laurel.certificates.generate.mutate({ templateId, variables: {} }));
  const lost = await errorOf(createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 }).credits.get.query());
  const timedOut = await errorOf(laurel.events.follow({ signal: AbortSignal.timeout(50) }).next());
  const reason = new Error('enough');
  const aborted = await errorOf(laurel.credits.get.query(undefined, { signal: AbortSignal.abort(reason) }));
  const payload = await verifyWebhook(webhook.body, webhook.headers, webhook.secret);
  const box = { x: 0, y: 0, width: 90, height: 20, font: 'Inter', size: 9 };
  const { design } = defineTemplate({
    ...{ name: 'Smoke', page: { width: 100, height: 100 }, recipientName: 'name', variables: { name: {} } },
    render: (v) => jsx(Text, { ...box, children: v.name }),
  });
  return {
    ...{ isPdf: pdfUrl.endsWith('.pdf'), followed, certificates, batches: batches.length, listed: listed.length },
    ...{ isAsset: asset.startsWith('asset:'), event: payload.event, text: design.elements[0].text },
    refused: [refused instanceof LaurelError, isLaurelError(refused, 'VALIDATION_ERROR'), refused.status],
    lost: [isLaurelError(lost, 'NO_RESPONSE'), lost.status ?? null],
    ...{ timedOut: timedOut.name, isReason: aborted === reason },
  };
}
