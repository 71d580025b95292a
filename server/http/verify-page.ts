import { type Request, Router } from 'express';
import { DomainError } from '../../domain/errors.ts';
import { VerificationHash } from '../../domain/verification/schemas.ts';
import { type Verification, type VerificationServices, verifyCertificate } from '../../domain/verification/verify.ts';
import type { Admit } from './admission.ts';
import { Html, html } from './html.ts';

/** The public page at `verificationUrl`: no script, readable on a phone. It counts as a verification too. */
export function verifyPage(services: VerificationServices, admit: Admit): Router {
  const router = Router();
  router.get('/:hash', async (request, response) => {
    response.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'");
    const { status, page } = await answer(services, admit, request);
    response.status(status).type('html').send(page.text);
  });
  return router;
}

async function answer(services: VerificationServices, admit: Admit, request: Request<{ hash: string }>) {
  try {
    await admit(request, { scope: null, limit: 'verify' });
    const { hash } = request.params;
    if (!VerificationHash.safeParse(hash).success) return { status: 404, page: unknownPage() };
    return { status: 200, page: certificatePage(await verifyCertificate(services, { hash })) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'NOT_FOUND') return { status: 404, page: unknownPage() };
    if (error.code !== 'RATE_LIMITED') throw error;
    request.res?.setHeader('Retry-After', String(error.retryAfter));
    return { status: 429, page: messagePage('Too many requests', error.message) };
  }
}

function certificatePage(verification: Verification): Html {
  const { certificate } = verification.result;
  const state = stateOf(verification);
  const title = `${certificate.templateName} – ${certificate.recipientName}`;
  return layout(
    title,
    html`<meta property="og:type" content="website"><meta property="og:title" content="${title}">
<meta property="og:description" content="${state.title}${verification.organizationName ? ` Issued by ${verification.organizationName}.` : ''}">
${verification.imageUrl && html`<meta property="og:image" content="${verification.imageUrl}"><meta name="twitter:card" content="summary_large_image">`}`,
    html`<section class="state ${state.kind}" role="status"><span class="sign" aria-hidden="true">${state.sign}</span>
<div><h1>${state.title}</h1><p>${state.text}</p></div></section>
<dl>
<div><dt>Recipient</dt><dd dir="auto" class="name">${certificate.recipientName}</dd></div>
<div><dt>Certificate</dt><dd dir="auto">${certificate.templateName}</dd></div>
${verification.organizationName && html`<div><dt>Issued by</dt><dd dir="auto">${verification.organizationName}</dd></div>`}
<div><dt>Issued on</dt><dd>${date(certificate.generatedAt)}</dd></div>
${certificate.revokedAt && html`<div><dt>Revoked on</dt><dd>${date(certificate.revokedAt)}</dd></div>`}
${certificate.revokedReason && html`<div><dt>Reason</dt><dd dir="auto">${certificate.revokedReason}</dd></div>`}
</dl>
${files(verification)}
<p class="hash">Verification hash <code>${certificate.verificationHash}</code></p>`,
  );
}

function stateOf({ result }: Verification) {
  if (!result.integrityVerified) {
    const text = 'What is stored is not what was issued. Do not rely on it, and ask the issuer.';
    return { kind: 'bad', sign: '✕', title: 'This certificate has been altered.', text };
  }
  if (result.certificate.revokedAt) {
    const text = 'It was issued, and its issuer has since withdrawn it.';
    return { kind: 'bad', sign: '✕', title: 'This certificate has been revoked.', text };
  }
  return {
    kind: 'good',
    sign: '✓',
    title: 'This certificate is valid.',
    text: 'It is exactly what was issued, and it has not been revoked.',
  };
}

function files({ imageUrl, pdfUrl, result }: Verification): Html {
  if (!imageUrl || !pdfUrl) return html`<p class="note">The files are being made. Come back in a moment.</p>`;
  const { recipientName } = result.certificate;
  return html`<a href="${pdfUrl}"><img src="${new URL(imageUrl).pathname}" alt="The certificate of ${recipientName}"></a>
<p><a class="button" href="${pdfUrl}" download>Download the PDF</a></p>`;
}

const unknownPage = (): Html =>
  messagePage('Unknown certificate', 'No certificate has this address. Check that it is complete, or ask the issuer.');

const messagePage = (title: string, text: string): Html =>
  layout(
    title,
    html`<meta name="robots" content="noindex">`,
    html`<section class="state unknown" role="status"><span class="sign" aria-hidden="true">?</span><div><h1>${title}</h1><p>${text}</p></div></section>`,
  );

const date = (moment: string): Html =>
  html`<time datetime="${moment}">${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment))}</time>`;

const layout = (title: string, head: Html, body: Html): Html => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${head}<style>${STYLE}</style></head><body><main>${body}</main></body></html>`;

const STYLE = new Html(`
:root{color-scheme:light dark;--ink:#17202c;--soft:#566273;--paper:#fff;--page:#f3f5f8;--line:#dde3ea;--good:#0b6b43;--good-soft:#e5f5ed;--bad:#a31621;--bad-soft:#fdebec;--unknown:#7a5200;--unknown-soft:#fff4dc}
@media(prefers-color-scheme:dark){:root{--ink:#eef2f7;--soft:#a9b4c2;--paper:#18202b;--page:#0f141b;--line:#2d3947;--good:#7fdcb1;--good-soft:#0f3426;--bad:#ffa8ae;--bad-soft:#431418;--unknown:#ffd27a;--unknown-soft:#3d2d0a}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:clamp(1rem,4vw,3rem) 1rem}
.state{display:flex;gap:1rem;align-items:center;border-radius:1rem;padding:1.25rem;margin-bottom:1.5rem}
.state h1{font-size:1.35rem;line-height:1.25;margin:0}.state p{margin:.25rem 0 0}
.sign{flex:none;display:grid;place-items:center;width:3rem;height:3rem;border-radius:50%;border:2px solid;font-size:1.5rem;font-weight:700}
.good{color:var(--good);background:var(--good-soft)}.bad{color:var(--bad);background:var(--bad-soft)}.unknown{color:var(--unknown);background:var(--unknown-soft)}
dl{margin:0 0 1.5rem;background:var(--paper);border:1px solid var(--line);border-radius:1rem;padding:.5rem 1.25rem}
dl div{display:grid;grid-template-columns:minmax(6.5rem,25%) 1fr;gap:1rem;padding:.7rem 0}dl div+div{border-top:1px solid var(--line)}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere;text-align:start}.name{font-weight:650;font-size:1.15rem}
img{display:block;width:100%;height:auto;border-radius:.5rem;border:1px solid var(--line)}
.button{display:inline-block;padding:.75rem 1.25rem;border-radius:.6rem;background:var(--ink);color:var(--paper);text-decoration:none;font-weight:600}
.button:focus-visible,a:focus-visible{outline:3px solid var(--good);outline-offset:3px}
.hash,.note{color:var(--soft);font-size:.85rem}.hash code{overflow-wrap:anywhere}`);
