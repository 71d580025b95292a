import { AuditPage, ListAudit, listAudit } from '../domain/audit/list.ts';
import { router, withScope } from './base.ts';

export const audit = router({
  list: withScope('audit:read')
    .input(ListAudit)
    .output(AuditPage)
    .query(({ ctx, input }) => listAudit(ctx.domain, input)),
});
