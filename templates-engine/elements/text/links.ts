import { fill, parsePlaceholders } from '../../text/placeholders.ts';
import type { ShownValues } from '../../text/values.ts';
import { MAX_LINK_LENGTH } from './properties.ts';

const PROTOCOL = /^(https?:\/\/|mailto:)/i;

/** Returns true for an address that readers may be sent to. */
const isLink = (address: string): boolean =>
  address.length <= MAX_LINK_LENGTH && PROTOCOL.test(address) && URL.canParse(address);

/** Returns true if a link with placeholders can become a valid address. The text before the first placeholder determines its protocol. */
export function isLinkTemplate(link: string): boolean {
  const parts = parsePlaceholders(link);
  const [first] = parts ?? [];
  if (!parts || !first) return false;
  return 'variable' in first || isLink(fill(parts, { get: () => 'x' }));
}

/**
 * Returns a link filled with values: '' if it is disabled by an empty first value, null if it is not a valid address. A value at the start
 * can contain any part of an address. Other values are data, and are percent-encoded (RFC 3986, 2.1).
 */
export function fillLink(link: string, values: ShownValues): string | null {
  const parts = parsePlaceholders(link) ?? [{ text: link }];
  const filled = parts.map((part, index) => {
    if ('text' in part) return part.text;
    const value = values.raw(part.variable) ?? '';
    return index === 0 ? value.trim() : encodeURIComponent(value);
  });
  if (filled[0] === '') return '';
  const address = filled.join('');
  return isLink(address) ? new URL(address).href : null;
}
