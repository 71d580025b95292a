import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { Variables } from '../certificates/check-values.ts';
import { Certificate } from '../certificates/schemas.ts';
import { Count, DateTime, isBlank, PageQuery, SafeString, Uuid } from '../shared/schemas.ts';

/** Maximum characters of a recipient's message and of the answer. */
export const MAX_MESSAGE = 1000;
const MAX_ANSWER = 500;

export const AskCorrection = z.strictObject({
  certificateId: Certificate.shape.id,
  variables: Variables.optional(),
  message: SafeString.trim().max(MAX_MESSAGE).optional(),
});
export type AskCorrection = z.infer<typeof AskCorrection>;

const RequestStatus = z.enum(['OPEN', 'ACCEPTED', 'DECLINED']);

/** A proposed value beside the certificate's own. */
const Proposal = z.object({
  name: z.string(),
  label: z.string().describe('Name shown in forms'),
  value: z.string().describe("The certificate's present value"),
  proposed: z.string(),
});

export const CorrectionRequest = z.object({
  id: Uuid,
  certificate: z.object({
    id: Uuid,
    recipientName: z.string(),
    recipientEmail: z.string().nullable(),
    templateName: z.string().nullable(),
    number: z.string().nullable(),
    status: Certificate.shape.status,
  }),
  variables: z.array(Proposal).describe('Proposed values'),
  message: z.string().describe('Empty without one'),
  status: RequestStatus,
  createdAt: DateTime,
  decidedAt: DateTime.nullable(),
  decidedBy: z.string().nullable(),
  answer: z.string().nullable(),
  correctedRevision: z
    .int()
    .nullable()
    .describe('Revision that accepting led to; null if the certificate was corrected before'),
});
export type CorrectionRequest = z.infer<typeof CorrectionRequest>;

/** Last request of a page, with its state at that time: a request can be decided before the next page is read. */
const RequestCursor = z.templateLiteral([z.enum(['OPEN', 'DECIDED']), ':', z.uuid()]);

export const ListRequests = z.strictObject({
  ...PageQuery,
  cursor: RequestCursor.optional(),
  certificateId: Certificate.shape.id.optional().describe('Only those about this certificate'),
});
export type ListRequests = z.infer<typeof ListRequests>;

export const RequestPage = z.object({ requests: z.array(CorrectionRequest), nextCursor: RequestCursor.nullable() });
export type RequestPage = z.infer<typeof RequestPage>;

export const CountedRequests = z.object({ open: Count });

const RequestId = Uuid.describe('Id of the request');
const Answer = SafeString.trim().max(MAX_ANSWER);

export const AcceptRequest = z.strictObject({
  id: RequestId,
  variables: Variables.optional().describe('Values to correct instead of the proposed ones'),
  answer: Answer.optional().describe('Sent to the recipient'),
});
export type AcceptRequest = z.infer<typeof AcceptRequest>;

export const DeclineRequest = z.strictObject({
  id: RequestId,
  answer: Answer.refine((text) => !isBlank(text), fault('blank', { accepted: 'the reason' })).describe(
    'Sent to the recipient',
  ),
});
export type DeclineRequest = z.infer<typeof DeclineRequest>;

/** Outcome for the member who decided. */
export const DecidedRequest = z.object({
  id: Uuid,
  status: RequestStatus.exclude(['OPEN']),
  correctedRevision: CorrectionRequest.shape.correctedRevision,
});
export type DecidedRequest = z.infer<typeof DecidedRequest>;
