import { AuditPage, ListAudit, listAudit } from '../domain/audit/list.ts';
import { FoundInOrganisation, organisationFindings } from '../domain/integrity/record-findings.ts';
import { router, withScope } from './base.ts';

export const audit = router({
  list: withScope('audit:read')
    .input(ListAudit)
    .output(AuditPage)
    .query(({ ctx, input }) => listAudit(ctx.domain, input)),
  findings: withScope('audit:read')
    .output(FoundInOrganisation)
    .query(({ ctx }) => organisationFindings(ctx.domain)),
});
