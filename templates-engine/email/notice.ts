import { escapeMarkup } from '../text/markup.ts';

/** A short mail with one thing to do. Plain text. */
export interface Notice {
  subject: string;
  text: string;
  action: { label: string; url: string };
}

/** The notice as HTML, right in light and dark, and as plain text. */
export async function renderNotice({ subject, text, action }: Notice): Promise<{ html: string; text: string }> {
  const { default: mjml2html } = await import('mjml');
  const url = escapeMarkup(action.url);
  const { html, errors } = await mjml2html(
    `
<mjml lang="en">
  <mj-head>
    <mj-title>${escapeMarkup(subject)}</mj-title>
    <mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>
    <mj-attributes>
      <mj-all font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif" />
      <mj-text color="#17202c" font-size="16px" line-height="1.55" padding="8px 32px" />
    </mj-attributes>
    <mj-style>
      :root { color-scheme: light dark; supported-color-schemes: light dark; }
      .break div { overflow-wrap: anywhere; }
      @media (prefers-color-scheme: dark) {
        .page, .page > div { background-color: #0f141b !important; }
        .card, .card > table { background: #18202b !important; background-color: #18202b !important; }
        .ink div { color: #eef2f7 !important; }
        .soft div, .soft a { color: #a9b4c2 !important; }
      }
    </mj-style>
  </mj-head>
  <mj-body background-color="#f3f5f8" css-class="page">
    <mj-spacer height="24px" />
    <mj-wrapper css-class="card" background-color="#ffffff" border-radius="12px" padding="20px 0">
      <mj-section padding="0"><mj-column>
        <mj-text css-class="ink break" font-size="20px" font-weight="700">${escapeMarkup(subject)}</mj-text>
        <mj-text css-class="ink break">${escapeMarkup(text)}</mj-text>
        <mj-button href="${url}" background-color="#0b6b43" color="#ffffff" border-radius="8px" font-size="16px" font-weight="600" inner-padding="13px 26px" padding="16px 32px 8px" align="left">${escapeMarkup(action.label)}</mj-button>
        <mj-text css-class="soft break" color="#566273" font-size="13px">Or open this address: <a href="${url}" style="color:#566273">${url}</a></mj-text>
      </mj-column></mj-section>
    </mj-wrapper>
  </mj-body>
</mjml>`,
    { validationLevel: 'skip', keepComments: false, fonts: {} },
  );
  if (errors.length > 0) throw new Error(`the notice's layout is wrong: ${errors[0]?.formattedMessage}`);
  return { html, text: `${text}\n\n${action.label}:\n${action.url}` };
}
