import type { Services } from '../context.ts';
import { recordAnyReport } from './record-report.ts';

/**
 * Records the reports in the installation's mailbox. A message whose process died before it was marked as read is recorded again, which
 * changes nothing. For the same reason two processes can read at the same time.
 */
export async function readBounces(services: Services): Promise<void> {
  await services.bounceMailbox?.read(async (message) => {
    await recordAnyReport(services, message);
  });
}
