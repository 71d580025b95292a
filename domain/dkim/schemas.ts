import { z } from 'zod';
import { DateTime } from '../shared/schemas.ts';

const DnsRecord = z.object({ name: z.string(), value: z.string() });

/** Result of a look-up. OTHER: there is a record, but it differs from the one shown. UNKNOWN: no name server answered in time. */
const Found = z.enum(['FOUND', 'MISSING', 'OTHER', 'UNKNOWN']);
export type Found = z.infer<typeof Found>;

export const Dkim = z.object({
  senderDomain: z.string().nullable().describe("Domain of the confirmed sender's address; null without one"),
  key: z
    .object({
      domain: z.string(),
      record: DnsRecord,
      isSigning: z
        .boolean()
        .describe('True if e-mails are signed: the record was found, and the domain is that of the sender'),
      checkedAt: DateTime.nullable(),
    })
    .nullable(),
});
export type Dkim = z.infer<typeof Dkim>;

const Look = z.object({ state: Found, texts: z.array(z.string()).describe('Texts that were found') });
export const DkimCheck = Dkim.extend({
  dkim: Look,
  dmarc: Look.extend({ suggested: DnsRecord }),
  spf: Look.extend({
    suggested: DnsRecord.nullable().describe("Null while the installation's server sends the e-mails"),
  }),
});
export type DkimCheck = z.infer<typeof DkimCheck>;
