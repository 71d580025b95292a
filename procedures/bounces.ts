import { MAX_REPORT_BYTES, RecordedReport, ReportBounce, recordReport } from '../domain/emailing/record-report.ts';
import { router, withScope } from './base.ts';
import type { Example, Samples } from './samples.ts';

const size = `1 MB (${MAX_REPORT_BYTES.toLocaleString('en')} bytes)`;

export const bounces = router({
  report: withScope('certificates:write')
    .meta({
      openapi: {
        method: 'POST',
        path: '/bounces',
        summary: 'Report a bounce',
        description: `Takes the report of a mail server (delivery status notification, RFC 3464) as it arrived at \`BOUNCE_ADDRESS\`: the whole message, at most ${size}. \`failed\` makes the e-mail \`BOUNCED\`, with the server's words in \`emailError\`; \`delivered\` makes it \`DELIVERED\`. Anything else changes nothing: \`delayed\`, \`relayed\` and \`expanded\`, another recipient, an e-mail of another organisation, or a repetition.`,
        tags: ['Certificates'],
      },
      textBody: { type: 'message/rfc822', member: 'message', bytes: MAX_REPORT_BYTES },
      example: reportExample,
    })
    .input(ReportBounce)
    .output(RecordedReport)
    .mutation(({ ctx, input }) => recordReport(ctx.domain, input)),
});

function reportExample({ certificate }: Samples): Example {
  const response: RecordedReport = { settled: 1, certificateId: certificate.id, emailStatus: 'BOUNCED' };
  return { request: REPORT, response };
}

const REPORT = [
  'To: <bounces+0qfk0d2c4l4pcq39nqpd9tqj2a7u0m6q5d1e8c3b4a@example.org>',
  'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
  '',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mx.example.com',
  '',
  'Final-Recipient: rfc822; anne-sophie@example.org',
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
  '',
  '--b--',
  '',
].join('\r\n');
