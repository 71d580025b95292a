import { fill, parsePlaceholders } from '../../text/placeholders.ts';
import type { ShownValues } from '../../text/values.ts';
import { MAX_LINK_LENGTH } from './properties.ts';

const PROTOCOL = /^(https?:\/\/|mailto:)/i;

/** Whether an address leads somewhere that a reader may be sent to. */
const isLink = (address: string): boolean =>
  address.length <= MAX_LINK_LENGTH && PROTOCOL.test(address) && URL.canParse(address);

/** Whether a link with placeholders can become an address: what stands before the first one decides its protocol. */
export function isLinkTemplate(link: string): boolean {
  const parts = parsePlaceholders(link);
  const [first] = parts ?? [];
  if (!parts || !first) return false;
  return 'variable' in first || isLink(fill(parts, { get: () => 'x' }));
}

/**
 * A link with its values in it: '' where it leads nowhere as its first value is empty, null where it is no address. A value
 * at the beginning is part of an address; any other is data in one and is percent-encoded (RFC 3986, 2.1).
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
