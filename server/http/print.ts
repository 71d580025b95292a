import type { Response } from 'express';
import { getBatch } from '../../domain/batches/read.ts';
import { printBatch } from '../../domain/certificates/print.ts';
import type { DomainContext } from '../../domain/context.ts';
import { refusal } from '../../domain/errors.ts';
import { disposition, sendStream } from './send.ts';

/** Maximum concurrent print PDFs per organisation. Each keeps a process busy. */
const MAX_PRINTING = 2;

/** Streamed PDF of many certificates. Its number of pages is known in advance. */
export interface Printed {
  name: string;
  count: number;
  pages: AsyncGenerator<Uint8Array>;
}

/** Streams certificates as one PDF. RATE_LIMITED if the organisation already has too many in progress. */
export function makeSendPrint(): (response: Response, context: DomainContext, printed: Printed) => Promise<void> {
  const printing = new Map<string, number>();
  return async (response, context, printed) => {
    const { organisationId } = context;
    const under = printing.get(organisationId) ?? 0;
    if (under >= MAX_PRINTING) throw refusal('prints_busy', { count: under }, { retryAfter: 10 });
    printing.set(organisationId, under + 1);
    try {
      await sendPrint(response, printed);
    } finally {
      const left = (printing.get(organisationId) ?? 1) - 1;
      if (left > 0) printing.set(organisationId, left);
      else printing.delete(organisationId);
    }
  };
}

/** Returns a finished batch for a printer. */
export async function printedBatch(context: DomainContext, batchId: string): Promise<Printed> {
  const { processedCount, failedCount } = await getBatch(context, { id: batchId });
  return { name: `batch-${batchId}.pdf`, count: processedCount - failedCount, pages: printBatch(context, batchId) };
}

async function sendPrint(response: Response, { name, count, pages }: Printed): Promise<void> {
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': disposition(name, 'attachment'),
    // Number of pages, from which a client can show the progress of the download.
    'X-Page-Count': String(count),
  };
  await sendStream(response, headers, pages);
}
