import type { Request } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import type { Html } from '../html.ts';
import { messagePage, type Reader, unknownPage } from './layout.ts';

/** A page, or a redirect if it has a location. */
export interface Answer {
  status: number;
  page: Html;
  location?: string;
}

/** Returns the answer, or a page that explains the error. */
export async function explained(request: Request, reader: Reader, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'NOT_FOUND') return { status: 404, page: unknownPage(reader) };
    if (error.code !== 'RATE_LIMITED') throw error;
    request.res?.setHeader('Retry-After', String(error.retryAfter));
    const { tooMany, my } = reader.messages;
    return { status: 429, page: messagePage(reader, tooMany, my.tooMany) };
  }
}
