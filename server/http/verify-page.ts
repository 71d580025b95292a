import { readFileSync } from 'node:fs';
import { type Request, Router } from 'express';
import { verificationUrl } from '../../domain/certificates/claims.ts';
import { DomainError } from '../../domain/errors.ts';
import { VerificationHash } from '../../domain/verification/schemas.ts';
import {
  type Issuer,
  type Verification,
  type VerificationServices,
  verifyCertificate,
} from '../../domain/verification/verify.ts';
import type { Admit } from './admission.ts';
import { uncountedIfHead } from './head.ts';
import { Html, html } from './html.ts';
import { contentPolicy, originSource } from './policy.ts';
import { LANGUAGES, type Language, WORDS, type Words } from './verify-words.ts';

const SCRIPT = readFileSync(new URL('./assets/verify.js', import.meta.url));

interface Reader {
  language: Language;
  words: Words;
  baseUrl: string;
}

/** The public page at `verificationUrl`, in the browser's language; works without scripts. A view counts as a verification. */
export function verifyPage(services: VerificationServices, admit: Admit): Router {
  const router = Router();
  router.get('/check.js', (_request, response) => {
    response.set({ 'Content-Type': 'text/javascript', 'Cache-Control': 'public, max-age=3600' }).send(SCRIPT);
  });
  router.get('/:hash', async (request, response) => {
    const accepted = request.acceptsLanguages(LANGUAGES) as Language | false;
    const language = accepted || 'en';
    response.set({ 'Content-Language': language, Vary: 'Accept-Language' });
    const reader = { language, words: WORDS[language], baseUrl: services.baseUrl };
    const { status, page, logoUrl } = await answer(services, admit, request, reader);
    response.set('Content-Security-Policy', policy(logoUrl)).status(status).type('html').send(page.text);
  });
  return router;
}

/** Allows the issuer's logo from its origin, and nothing else from other origins. */
const policy = (logoUrl: string | null = null): string =>
  contentPolicy({
    'style-src': "'unsafe-inline'",
    'script-src': "'self'",
    'img-src': `'self' ${originSource(logoUrl)}`.trim(),
  });

async function answer(
  services: VerificationServices,
  admit: Admit,
  request: Request<{ hash: string }>,
  reader: Reader,
): Promise<{ status: number; page: Html; logoUrl?: string | null }> {
  try {
    await admit(request, { scope: null, limit: 'verify' });
    const { data: hash } = VerificationHash.safeParse(request.params.hash);
    if (hash === undefined) return { status: 404, page: unknownPage(reader) };
    const verification = await verifyCertificate(uncountedIfHead(services, request), { hash });
    return { status: 200, page: certificatePage(verification, reader), logoUrl: verification.issuer.logoUrl };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'NOT_FOUND') return { status: 404, page: unknownPage(reader) };
    if (error.code !== 'RATE_LIMITED') throw error;
    request.res?.setHeader('Retry-After', String(error.retryAfter));
    return { status: 429, page: messagePage(reader, reader.words.tooMany, error.message) };
  }
}

function certificatePage(verification: Verification, reader: Reader): Html {
  const { words } = reader;
  const { certificate } = verification.result;
  const state = stateOf(verification, words);
  const title = `${certificate.templateName} – ${certificate.recipientName}`;
  const { issuer } = verification;
  return layout(
    reader,
    title,
    html`<meta property="og:type" content="website"><meta property="og:title" content="${title}">
<meta property="og:description" content="${state.title}${issuer.name ? ` ${words.issuedBy}: ${issuer.name}` : ''}">
${verification.imageUrl && html`<meta property="og:image" content="${verification.imageUrl}"><meta name="twitter:card" content="summary_large_image">`}`,
    html`${brand(issuer)}<section class="state ${state.kind}" role="status"><span class="sign" aria-hidden="true">${state.sign}</span>
<div><h1>${state.title}</h1><p>${state.text}</p></div></section>
<dl>
<div><dt>${words.recipient}</dt><dd dir="auto" class="name">${certificate.recipientName}</dd></div>
<div><dt>${words.certificate}</dt><dd dir="auto">${certificate.templateName}</dd></div>
${issuer.name && html`<div><dt>${words.issuedBy}</dt><dd dir="auto">${issuerName(issuer)}</dd></div>`}
<div><dt>${words.issuedOn}</dt><dd>${date(certificate.generatedAt, reader)}</dd></div>
${certificate.revokedAt && html`<div><dt>${words.revokedOn}</dt><dd>${date(certificate.revokedAt, reader)}</dd></div>`}
${certificate.revokedReason && html`<div><dt>${words.reason}</dt><dd dir="auto">${certificate.revokedReason}</dd></div>`}
</dl>
${files(verification, reader)}
<p class="hash">${words.hash} <code dir="ltr">${certificate.verificationHash}</code></p>
<script src="/verify/check.js" defer></script>`,
  );
}

/** The issuer's logo, on white, and a line in the issuer's colour. */
function brand({ name, logoUrl, brandColor }: Issuer): Html {
  const color = brandColor && html`<style>body{border-top:6px solid ${brandColor}}</style>`;
  return html`${color}${logoUrl && html`<p><img class="logo" src="${logoUrl}" alt="${name ?? ''}"></p>`}`;
}

const issuerName = ({ name, websiteUrl }: Issuer): Html =>
  websiteUrl ? html`<a href="${websiteUrl}" rel="noopener">${name}</a>` : html`${name}`;

function stateOf({ result }: Verification, words: Words) {
  const state = (kind: 'good' | 'bad', [title, text]: Words['valid']) => ({
    kind,
    sign: kind === 'good' ? '✓' : '✕',
    title,
    text,
  });
  if (!result.integrityVerified) return state('bad', words.altered);
  return result.certificate.revokedAt ? state('bad', words.revoked) : state('good', words.valid);
}

function files(verification: Verification, reader: Reader): Html {
  const { imageUrl, pdfUrl, pdfDigest, result } = verification;
  const { words } = reader;
  if (!imageUrl || !pdfUrl || !pdfDigest) return html`<p class="note">${words.pending}</p>`;
  const { recipientName } = result.certificate;
  return html`<a href="${pdfUrl}"><img src="${new URL(imageUrl).pathname}" alt="${words.imageOf(recipientName)}"></a>
<p class="actions"><a class="button" href="${pdfUrl}" download>${words.download}</a>
${result.valid && html`<a class="button plain" href="${linkedInUrl(verification, reader)}" rel="noopener">${words.linkedIn}</a>`}
<button class="button plain" type="button" hidden data-share data-copied="${words.copied}">${words.share}</button></p>
<aside hidden data-digest="${pdfDigest}" data-same="${words.same}" data-other="${words.other}"><label for="file">${words.check}</label>
<input id="file" type="file" accept="application/pdf"><output for="file"></output></aside>`;
}

/** LinkedIn's form for licences and certifications, filled in. */
function linkedInUrl({ result, issuer }: Verification, { baseUrl }: Reader): string {
  const { certificate } = result;
  const issued = new Date(certificate.generatedAt);
  const url = new URL('https://www.linkedin.com/profile/add');
  url.search = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: certificate.templateName,
    ...(issuer.name && { organizationName: issuer.name }),
    issueYear: String(issued.getUTCFullYear()),
    issueMonth: String(issued.getUTCMonth() + 1),
    certUrl: verificationUrl({ baseUrl }, certificate.verificationHash),
    certId: certificate.id,
  }).toString();
  return url.href;
}

const unknownPage = (reader: Reader): Html => messagePage(reader, ...reader.words.unknown);

const messagePage = (reader: Reader, title: string, text: string): Html =>
  layout(
    reader,
    title,
    html`<meta name="robots" content="noindex">`,
    html`<section class="state unknown" role="status"><span class="sign" aria-hidden="true">?</span><div><h1>${title}</h1><p>${text}</p></div></section>`,
  );

const date = (moment: string, { language }: Reader): Html => {
  const locale = language === 'en' ? 'en-GB' : language;
  const shown = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));
  return html`<time datetime="${moment}">${shown}</time>`;
};

const layout = ({ language }: Reader, title: string, head: Html, body: Html): Html => html`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" type="image/svg+xml" href="/laurel.svg">${head}<style>${STYLE}</style></head><body><main>${body}</main></body></html>`;

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
dt{color:var(--soft)}dd a{color:inherit}dd{margin:0;overflow-wrap:anywhere;text-align:start}.name{font-weight:650;font-size:1.15rem}
img{display:block;width:100%;height:auto;border-radius:.5rem;border:1px solid var(--line)}
.logo{width:auto;max-width:14rem;max-height:4rem;background:#fff;padding:.4rem .6rem}.button{display:inline-block;font:inherit;font-weight:600;border:0;cursor:pointer;padding:.75rem 1.25rem;border-radius:.6rem;background:var(--ink);color:var(--paper);text-decoration:none;font-weight:600}
.button:focus-visible,a:focus-visible{outline:3px solid var(--good);outline-offset:3px}
aside{border:2px dashed var(--line);border-radius:1rem;padding:1.25rem;margin:1.5rem 0}aside[hidden]{display:none}aside label{display:block;margin-bottom:.75rem}aside input{max-width:100%}aside output{display:block;font-weight:650;margin-top:.75rem}aside.good,aside.bad{border-style:solid;border-color:currentColor}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}.button[hidden]{display:none}.plain{background:none;color:var(--ink);border:1px solid var(--line)}
.hash,.note{color:var(--soft);font-size:.85rem}.hash code{overflow-wrap:anywhere}`);
