import { z } from 'zod';
import {
  EmailPreview,
  EmailSettings,
  previewEmail,
  previewReminder,
  sendTestEmail,
} from '../domain/emailing/preview.ts';
import { SentTest } from '../domain/emailing/send-test.ts';
import { MAX_LOGO_BYTES } from '../domain/limits.ts';
import { PURPOSES } from '../domain/mailboxes/rules.ts';
import { readOrganisation } from '../domain/organisations/read.ts';
import { Mailboxes, readMailboxes } from '../domain/organisations/read-mailboxes.ts';
import { resendConfirmation } from '../domain/organisations/resend-confirmation.ts';
import { Organisation, UpdateOrganisation } from '../domain/organisations/schemas.ts';
import { updateOrganisation } from '../domain/organisations/update.ts';
import { deleteLogo, uploadLogo } from '../domain/organisations/upload-logo.ts';
import { asPerson, NoInput, router, withScope } from './base.ts';
import { fileForm, PICTURE_TYPES } from './file-form.ts';

export const organisation = router({
  get: withScope('organisation:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/organisation',
        summary: 'Read the organisation',
        description: "The organisation's branding, which all its e-mails show.",
        tags: ['Organisation'],
      },
      example: ({ organisation }) => ({ response: organisation }),
    })
    .input(NoInput)
    .output(Organisation)
    .query(({ ctx }) => readOrganisation(ctx.domain)),

  update: withScope('organisation:write')
    .meta({
      openapi: {
        method: 'PUT',
        path: '/organisation',
        summary: 'Update the organisation',
        description: 'Only the supplied fields are updated; an empty string clears a field.',
        tags: ['Organisation'],
      },
      errors: ['name_taken', 'mail_limit'],
      example: ({ organisation }) => ({
        request: { brandColor: organisation.brandColor, emailSubject: organisation.emailSubject },
        response: organisation,
      }),
    })
    .input(UpdateOrganisation)
    .output(Organisation)
    .mutation(({ ctx, input }) => updateOrganisation(ctx.domain, input)),

  uploadLogo: withScope('organisation:write')
    .meta({
      openapi: {
        method: 'POST',
        path: '/organisation/logo',
        summary: 'Upload the logo',
        description: `PNG, JPEG, WebP or SVG, detected from its content; at most 2 MB (${MAX_LOGO_BYTES.toLocaleString('en')} bytes). It is embedded in all e-mails.`,
        tags: ['Organisation'],
        contentTypes: ['multipart/form-data'],
      },
      shownPart: { name: 'logo', types: PICTURE_TYPES },
      formBytes: MAX_LOGO_BYTES,
      example: ({ organisation }) => ({ response: organisation }),
    })
    .input(fileForm('logo'))
    .output(Organisation)
    .mutation(({ ctx, input }) => uploadLogo(ctx.domain, input.logo)),

  deleteLogo: withScope('organisation:write')
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/organisation/logo',
        summary: 'Delete the logo',
        description: 'Future e-mails have no logo.',
        tags: ['Organisation'],
      },
      example: ({ organisation }) => ({ response: { ...organisation, logoUrl: null } }),
    })
    .input(NoInput)
    .output(Organisation)
    .mutation(({ ctx }) => deleteLogo(ctx.domain)),

  previewEmail: asPerson('organisation:write')
    .input(EmailSettings)
    .output(EmailPreview)
    .query(({ ctx, input }) => previewEmail(ctx.domain, input)),

  previewReminder: asPerson('organisation:write')
    .input(UpdateOrganisation)
    .output(EmailPreview)
    .query(({ ctx, input }) => previewReminder(ctx.domain, input)),

  sendTestEmail: asPerson('organisation:write')
    .input(EmailSettings)
    .output(SentTest)
    .mutation(({ ctx, input }) => sendTestEmail(ctx.domain, input)),

  mailboxes: asPerson('organisation:write')
    .input(NoInput)
    .output(Mailboxes)
    .query(({ ctx }) => readMailboxes(ctx.domain)),

  resendConfirmation: asPerson('organisation:write')
    .input(z.strictObject({ purpose: z.enum(PURPOSES) }))
    .output(SentTest)
    .mutation(({ ctx, input }) => resendConfirmation(ctx.domain, input)),
});
