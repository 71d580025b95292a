/** A mailbox with a name (RFC 5322, 3.4), and a link to an address (RFC 6068). */
const FORMS = [/^[^<>]*<\s*([^\s<>@]+@[^\s<>@]+)\s*>$/, /^mailto:([^\s?@]+@[^\s?@]+)(?:\?\S*)?$/i];

/** Returns the e-mail address of `Ada Lovelace <ada@example.org>` and `mailto:ada@example.org`. Other texts stay as they are. */
export function addressOf(text: string): string {
  for (const form of FORMS) {
    const [, address] = form.exec(text.trim()) ?? [];
    if (address !== undefined) return address;
  }
  return text;
}
