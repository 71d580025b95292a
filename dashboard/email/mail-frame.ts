/**
 * Prepares a mail's HTML for a frame in the dashboard. The frame inherits the dashboard's Content-Security-Policy, which forbids style
 * attributes. Each becomes a rule in a style sheet with the page's nonce. That sheet follows the mail's own ones, as attributes take
 * precedence. Styles that the mail would fetch are removed, because the policy blocks them.
 */
export function htmlForFrame(html: string, nonce: string): string {
  const rules = new Map<string, number>();
  const marked = html
    .replaceAll(/<link\b[^>]*>|@import[^;]*;/g, '')
    .replaceAll(/ style="([^"]*)"/g, (_, css: string) => {
      const rule = rules.get(css) ?? rules.size;
      rules.set(css, rule);
      return ` data-rule="${rule}"`;
    })
    .replaceAll('<style', `<style nonce="${nonce}"`);
  const sheet = [...rules].map(([css, rule]) => `[data-rule="${rule}"]{${css.replaceAll('&quot;', '"')}}`).join('\n');
  return marked.replace('</head>', () => `<style nonce="${nonce}">${sheet}</style></head>`);
}

export const pageNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.nonce ?? '';
