/** Mail in MJML with placeholders for values, such as `[[subject]]`. Compiled once and filled in for each mail. */
export interface Mail {
  /** Language (BCP 47); English if omitted. */
  language?: string;
  /** Line that mail programs show next to the subject. */
  preview?: string;
  /** Attributes of the card that contains the content. */
  cardAttributes: string;
  /** Sections of the card. */
  card: string;
  /** Sections below the card. */
  footer?: string;
}

/** Placeholders for colours. MJML validates colours, so these unused ones are replaced afterwards. */
export const COLORS = { brand: '#0b0a0d', onBrand: '#0d0a0b' } as const;

/** Returns the direction of a language's texts. */
export const directionOf = (language: string): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr');

/** Returns the side on which lines of a language begin. Many mail programs know no logical sides. */
const startOf = (language: string): 'right' | 'left' => (directionOf(language) === 'rtl' ? 'right' : 'left');

const compiled = new Map<string, Promise<string>>();

/** Returns the mail as HTML, which works in light and dark mode and at any width. Values are markup, so text must be escaped. */
export async function fillEmail(mail: Mail, values: Readonly<Record<string, string>>): Promise<string> {
  const html = await compileMail(mail);
  const nameOf = Object.fromEntries(Object.entries(COLORS).map(([name, color]) => [color, name]));
  return html.replaceAll(PLACE, (place, name: string | undefined) => values[name ?? nameOf[place] ?? ''] ?? '');
}

const PLACE = new RegExp(String.raw`\[\[(\w+)\]\]|${Object.values(COLORS).join('|')}`, 'g');

/** Compiles each mail once, because MJML takes milliseconds. Rejects invalid MJML. */
function compileMail(mail: Mail): Promise<string> {
  const source = sourceOf(mail);
  const known = compiled.get(source);
  if (known) return known;
  const result = compile(source);
  compiled.set(source, result);
  result.catch(() => compiled.delete(source));
  return result;
}

async function compile(source: string): Promise<string> {
  // Loaded with the first mail, because it takes as much memory as everything else and most processes never need it.
  const { default: mjml2html } = await import('mjml');
  // No fonts, because mail programs would load them from another server.
  const { html } = await mjml2html(source, { validationLevel: 'strict', keepComments: false, fonts: {} });
  return html;
}

/** Margin above and below the content. */
const MARGIN = '<mj-section><mj-column><mj-spacer height="24px" /></mj-column></mj-section>';

const sourceOf = ({ language = 'en', preview, cardAttributes, card, footer = '' }: Mail): string => `
<mjml lang="${language}" dir="${directionOf(language)}">
  <mj-head>
    <mj-title>[[subject]]</mj-title>
    ${preview === undefined ? '' : `<mj-preview>${preview}</mj-preview>`}
    <mj-raw>
      <meta name="color-scheme" content="light dark">
      <meta name="supported-color-schemes" content="light dark">
    </mj-raw>
    <mj-attributes>
      <mj-all font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif" />
      <mj-text color="#17202c" font-size="16px" line-height="1.55" padding="8px 32px" align="${startOf(language)}" />
      <mj-button align="${startOf(language)}" />
      <mj-section padding="0" direction="${directionOf(language)}" />
      <mj-column direction="${directionOf(language)}" />
      <mj-wrapper direction="${directionOf(language)}" />
    </mj-attributes>
    <mj-style>
      :root { color-scheme: light dark; supported-color-schemes: light dark; }
      .break div { overflow-wrap: anywhere; }
      [dir="auto"] { text-align: start; }
      @media (prefers-color-scheme: dark) {
        .page, .page > div { background-color: #0f141b !important; }
        .card, .card > table { background: #18202b !important; background-color: #18202b !important; }
        .ink div { color: #eef2f7 !important; }
        .soft div, .soft a { color: #a9b4c2 !important; }
        .panel > table > tbody > tr > td { background-color: #222d3b !important; }
      }
    </mj-style>
  </mj-head>
  <mj-body background-color="#f3f5f8" css-class="page">
    ${MARGIN}
    <mj-wrapper css-class="card" background-color="#ffffff" border-radius="12px" ${cardAttributes}>
      ${card}
    </mj-wrapper>
    ${footer}
    ${MARGIN}
  </mj-body>
</mjml>`;
