/** Display of an action's subject: a link to a screen, or a name after the text. */
type SubjectOf = 'certificate' | 'batch' | 'template' | 'name';

export interface ActionText {
  /** Follows the name of the person. */
  words: string;
  /** Omitted if the log has no informative subject. */
  subject?: SubjectOf;
}

/** Procedures in words. One without an entry is shown by its name. */
export const ACTION_TEXTS: Readonly<Record<string, ActionText>> = {
  'account.signIn': { words: 'signed in' },
  'account.changePassword': { words: 'changed their password' },
  'account.resetPassword': { words: 'set a new password by e-mail' },
  'certificates.generate': { words: 'issued a certificate', subject: 'certificate' },
  'imports.create': { words: 'imported certificates:', subject: 'name' },
  'imports.grantAllowance': { words: 'let the organisation import more certificates:', subject: 'name' },
  'certificates.revoke': { words: 'revoked a certificate', subject: 'certificate' },
  'certificates.reinstate': { words: 'reinstated a certificate', subject: 'certificate' },
  'certificates.correct': { words: 'corrected a certificate', subject: 'certificate' },
  'certificates.changeExpiry': { words: 'changed the expiry of a certificate', subject: 'certificate' },
  'certificates.changeExpiryOfMany': { words: 'changed the expiry of several certificates:', subject: 'name' },
  'certificates.renew': { words: 'renewed a certificate as', subject: 'certificate' },
  'certificates.renewMany': { words: 'renewed several certificates:', subject: 'name' },
  'certificates.changeAddress': { words: 'changed the e-mail address of a certificate', subject: 'certificate' },
  'certificates.email': { words: 'e-mailed a certificate', subject: 'certificate' },
  'certificates.emailMany': { words: 'e-mailed several certificates:', subject: 'name' },
  'certificates.revokeMany': { words: 'revoked several certificates:', subject: 'name' },
  'requests.accept': { words: 'accepted a recipient’s request for a correction' },
  'requests.decline': { words: 'declined a recipient’s request for a correction' },
  'batches.issue': { words: 'issued a batch', subject: 'batch' },
  'batches.create': { words: 'issued a batch', subject: 'batch' },
  'batches.retryFailed': { words: 'retried the failed certificates of a batch', subject: 'batch' },
  'designs.create': { words: 'created a template', subject: 'template' },
  'designs.duplicate': { words: 'duplicated a template', subject: 'template' },
  'designs.publish': { words: 'published a template', subject: 'template' },
  'designs.discardDraft': { words: 'discarded the draft of a template', subject: 'template' },
  'designs.archive': { words: 'archived a template', subject: 'template' },
  'designs.restore': { words: 'restored a template', subject: 'template' },
  'fonts.add': { words: 'uploaded a font, and confirmed the right to embed it:', subject: 'name' },
  'fonts.remove': { words: 'removed a font of the family', subject: 'name' },
  'organisation.update': { words: 'changed the organisation’s name, branding or e-mail texts' },
  'organisation.uploadLogo': { words: 'uploaded a logo' },
  'organisation.deleteLogo': { words: 'removed the logo' },
  'apiKeys.create': { words: 'created the API key', subject: 'name' },
  'apiKeys.rotate': { words: 'rotated the API key', subject: 'name' },
  'templates.setType': { words: 'changed who may issue from the template', subject: 'template' },
  'apiKeys.revoke': { words: 'revoked the API key', subject: 'name' },
  'numberSeries.create': { words: 'created the number series', subject: 'name' },
  'webhooks.create': { words: 'created the webhook', subject: 'name' },
  'webhooks.update': { words: 'changed the webhook', subject: 'name' },
  'webhooks.rotateSecret': { words: 'rotated the secret of the webhook', subject: 'name' },
  'webhooks.ping': { words: 'sent a test to the webhook', subject: 'name' },
  'webhooks.delete': { words: 'deleted the webhook', subject: 'name' },
  'webhooks.replay': { words: 'resent a webhook delivery' },
  'members.invite': { words: 'invited', subject: 'name' },
  'members.withdrawInvitation': { words: 'withdrew an invitation' },
  'members.chooseDigest': { words: 'changed their digest of expiring certificates' },
  'members.changeRole': { words: 'changed the role of', subject: 'name' },
  'members.remove': { words: 'removed the member', subject: 'name' },
  'invitations.accept': { words: 'accepted an invitation' },
  'members.add': { words: 'added the member', subject: 'name' },
  'organisations.create': { words: 'created the organisation', subject: 'name' },
  'credits.add': { words: 'added credits:', subject: 'name' },
  'templates.create': { words: 'created a template from code', subject: 'template' },
  'templates.publish': { words: 'published a template from code', subject: 'template' },
  'templates.import': { words: 'imported a template', subject: 'template' },
};
