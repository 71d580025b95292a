import type { Response } from 'express';
import { getBatch } from '../../domain/batches/read.ts';
import { printBatch } from '../../domain/certificates/print.ts';
import type { DomainContext } from '../../domain/context.ts';
import { DomainError } from '../../domain/errors.ts';
import { disposition, sendStream } from './send.ts';

/** Print PDFs that an organisation may have made at a time: each keeps a process busy. */
const MAX_PRINTING = 2;

/** Streams a batch as a print PDF; RATE_LIMITED where an organisation has too many made already. */
export function makeSendPrint(): (response: Response, context: DomainContext, batchId: string) => Promise<void> {
  const printing = new Map<string, number>();
  return async (response, context, batchId) => {
    const { organisationId } = context;
    const under = printing.get(organisationId) ?? 0;
    if (under >= MAX_PRINTING)
      throw new DomainError('RATE_LIMITED', `${under} print files are being made already`, { retryAfter: 10 });
    printing.set(organisationId, under + 1);
    try {
      await sendPrint(response, context, batchId);
    } finally {
      const left = (printing.get(organisationId) ?? 1) - 1;
      if (left > 0) printing.set(organisationId, left);
      else printing.delete(organisationId);
    }
  };
}

async function sendPrint(response: Response, context: DomainContext, batchId: string): Promise<void> {
  const { processedCount, failedCount } = await getBatch(context, { id: batchId });
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': disposition(`batch-${batchId}.pdf`, 'attachment'),
    // How far a download is can be told by the pages in it.
    'X-Page-Count': String(processedCount - failedCount),
  };
  await sendStream(response, headers, printBatch(context, batchId));
}
