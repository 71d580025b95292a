/**
 * A mail's HTML for a frame within the dashboard. The frame has the dashboard's Content-Security-Policy, which takes no
 * style attributes: each becomes a rule in a style sheet with the page's nonce, after the mail's own ones, as attributes
 * would come. What the mail would fetch styles from is left out: the policy refuses it.
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
