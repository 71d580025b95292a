import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

export interface ActionText {
  /** Follows the name of the person. */
  words: string;
  /** Screen of the action's subject, to which the words link. */
  subject?: 'certificate' | 'batch' | 'template';
  /** Returns the words with the name of the subject. Omitted if the log has no informative one. */
  named?: (name: ReactNode) => ReactNode;
}

/** Procedures in words. One without an entry is shown by its name. */
export const ACTION_TEXTS: Readonly<Record<string, ActionText>> = {
  'account.signIn': { words: t`signed in` },
  'account.changePassword': { words: t`changed their password` },
  'account.resetPassword': { words: t`set a new password by e-mail` },
  'certificates.generate': { words: t`issued a certificate`, subject: 'certificate' },
  'imports.create': {
    words: t`imported certificates`,
    named: (name) => <Trans>imported certificates: {name}</Trans>,
  },
  'imports.grantAllowance': {
    words: t`let the organisation import more certificates`,
    named: (name) => <Trans>let the organisation import more certificates: {name}</Trans>,
  },
  'certificates.revoke': { words: t`revoked a certificate`, subject: 'certificate' },
  'certificates.reinstate': { words: t`reinstated a certificate`, subject: 'certificate' },
  'certificates.correct': { words: t`corrected a certificate`, subject: 'certificate' },
  'certificates.changeExpiry': { words: t`changed the expiry of a certificate`, subject: 'certificate' },
  'certificates.correctByTable': {
    words: t`corrected the certificates in a table`,
    named: (name) => <Trans>corrected the certificates in a table: {name}</Trans>,
  },
  'certificates.changeExpiriesByTable': {
    words: t`changed the expiries in a table`,
    named: (name) => <Trans>changed the expiries in a table: {name}</Trans>,
  },
  'certificates.changeExpiryOfMany': {
    words: t`changed the expiry of several certificates`,
    named: (name) => <Trans>changed the expiry of several certificates: {name}</Trans>,
  },
  'certificates.renew': { words: t`renewed a certificate as`, subject: 'certificate' },
  'certificates.renewMany': {
    words: t`renewed several certificates`,
    named: (name) => <Trans>renewed several certificates: {name}</Trans>,
  },
  'certificates.changeAddress': { words: t`changed the e-mail address of a certificate`, subject: 'certificate' },
  'certificates.changeTags': { words: t`changed the tags of a certificate`, subject: 'certificate' },
  'certificates.changeTagsOfMany': {
    words: t`changed the tags of several certificates`,
    named: (name) => <Trans>changed the tags of several certificates: {name}</Trans>,
  },
  'certificates.email': { words: t`e-mailed a certificate`, subject: 'certificate' },
  'certificates.emailMany': {
    words: t`e-mailed several certificates`,
    named: (name) => <Trans>e-mailed several certificates: {name}</Trans>,
  },
  'certificates.revokeMany': {
    words: t`revoked several certificates`,
    named: (name) => <Trans>revoked several certificates: {name}</Trans>,
  },
  'certificates.hide': { words: t`hid the public page of a certificate`, subject: 'certificate' },
  'certificates.show': { words: t`showed the public page of a certificate again`, subject: 'certificate' },
  'reminders.stop': { words: t`stopped reminders to themselves` },
  'reminders.resume': { words: t`asked for reminders again` },
  'recipients.merge': { words: t`merged two addresses of a person` },
  'recipients.separate': { words: t`separated an address from a person` },
  'savedFilters.save': {
    words: t`saved the filter`,
    named: (name) => <Trans>saved the filter {name}</Trans>,
  },
  'savedFilters.delete': {
    words: t`deleted the filter`,
    named: (name) => <Trans>deleted the filter {name}</Trans>,
  },
  'shareLinks.revoke': { words: t`revoked a private link to a certificate` },
  'requests.accept': { words: t`accepted a recipient’s request for a correction` },
  'requests.decline': { words: t`declined a recipient’s request for a correction` },
  'batches.issue': { words: t`issued a batch`, subject: 'batch' },
  'batches.create': { words: t`issued a batch`, subject: 'batch' },
  'batches.changeTags': { words: t`changed the tags of a batch`, subject: 'batch' },
  'batches.retryFailed': { words: t`retried the failed certificates of a batch`, subject: 'batch' },
  'designs.create': { words: t`created a template`, subject: 'template' },
  'designs.duplicate': { words: t`duplicated a template`, subject: 'template' },
  'designs.publish': { words: t`published a template`, subject: 'template' },
  'designs.discardDraft': { words: t`discarded the draft of a template`, subject: 'template' },
  'designs.archive': { words: t`archived a template`, subject: 'template' },
  'designs.restore': { words: t`restored a template`, subject: 'template' },
  'fonts.add': {
    words: t`uploaded a font, and confirmed the right to embed it`,
    named: (name) => <Trans>uploaded a font, and confirmed the right to embed it: {name}</Trans>,
  },
  'fonts.remove': {
    words: t`removed a font of the family`,
    named: (name) => <Trans>removed a font of the family {name}</Trans>,
  },
  'pictureLibrary.add': {
    words: t`added a picture to the library`,
    named: (name) => <Trans>added the picture {name} to the library</Trans>,
  },
  'pictureLibrary.rename': {
    words: t`renamed a picture of the library`,
    named: (name) => <Trans>renamed a picture of the library to {name}</Trans>,
  },
  'pictureLibrary.remove': {
    words: t`removed a picture from the library`,
    named: (name) => <Trans>removed the picture {name} from the library</Trans>,
  },
  'dkim.create': {
    words: t`created a key that signs e-mails`,
    named: (name) => <Trans>created a key that signs e-mails: {name}</Trans>,
  },
  'dkim.remove': {
    words: t`removed a key that signs e-mails`,
    named: (name) => <Trans>removed a key that signs e-mails: {name}</Trans>,
  },
  'mailServer.save': { words: t`changed the organisation’s own mail server` },
  'mailServer.remove': { words: t`removed the organisation’s own mail server` },
  'organisation.confirmAddress': { words: t`confirmed the organisation’s use of a mailbox` },
  'organisation.resendConfirmation': { words: t`asked a mailbox owner for confirmation again` },
  'organisation.update': { words: t`changed the organisation’s name, branding or e-mail texts` },
  'organisation.uploadLogo': { words: t`uploaded a logo` },
  'organisation.deleteLogo': { words: t`removed the logo` },
  'apiKeys.create': {
    words: t`created the API key`,
    named: (name) => <Trans>created the API key {name}</Trans>,
  },
  'apiKeys.rotate': {
    words: t`rotated the API key`,
    named: (name) => <Trans>rotated the API key {name}</Trans>,
  },
  'templates.setType': { words: t`changed who may issue from the template`, subject: 'template' },
  'apiKeys.revoke': {
    words: t`revoked the API key`,
    named: (name) => <Trans>revoked the API key {name}</Trans>,
  },
  'numberSeries.create': {
    words: t`created the number series`,
    named: (name) => <Trans>created the number series {name}</Trans>,
  },
  'webhooks.create': {
    words: t`created the webhook`,
    named: (name) => <Trans>created the webhook {name}</Trans>,
  },
  'webhooks.update': {
    words: t`changed the webhook`,
    named: (name) => <Trans>changed the webhook {name}</Trans>,
  },
  'webhooks.enable': {
    words: t`turned on the webhook`,
    named: (name) => <Trans>turned on the webhook {name}</Trans>,
  },
  'webhooks.rotateSecret': {
    words: t`rotated the secret of the webhook`,
    named: (name) => <Trans>rotated the secret of the webhook {name}</Trans>,
  },
  'webhooks.ping': {
    words: t`sent a test to the webhook`,
    named: (name) => <Trans>sent a test to the webhook {name}</Trans>,
  },
  'webhooks.delete': {
    words: t`deleted the webhook`,
    named: (name) => <Trans>deleted the webhook {name}</Trans>,
  },
  'webhooks.replay': { words: t`resent a webhook delivery` },
  'members.invite': {
    words: t`invited`,
    named: (name) => <Trans>invited {name}</Trans>,
  },
  'members.withdrawInvitation': { words: t`withdrew an invitation` },
  'members.chooseDigest': { words: t`changed their digest of expiring certificates` },
  'members.changeRole': {
    words: t`changed the role of`,
    named: (name) => <Trans>changed the role of {name}</Trans>,
  },
  'members.remove': {
    words: t`removed the member`,
    named: (name) => <Trans>removed the member {name}</Trans>,
  },
  'invitations.accept': { words: t`accepted an invitation` },
  'members.add': {
    words: t`added the member`,
    named: (name) => <Trans>added the member {name}</Trans>,
  },
  'organisations.create': {
    words: t`created the organisation`,
    named: (name) => <Trans>created the organisation {name}</Trans>,
  },
  'testMode.setClock': {
    words: t`moved the clock of test mode`,
    named: (name) => <Trans>moved the clock of test mode to {name}</Trans>,
  },
  'testMode.setCredits': {
    words: t`set the credits of test mode`,
    named: (name) => <Trans>set the credits of test mode to {name}</Trans>,
  },
  'testMode.reset': { words: t`emptied test mode` },
  'credits.add': {
    words: t`added credits`,
    named: (name) => <Trans>added credits: {name}</Trans>,
  },
  'templates.create': { words: t`created a template from code`, subject: 'template' },
  'templates.publish': { words: t`published a template from code`, subject: 'template' },
  'templates.import': { words: t`imported a template`, subject: 'template' },
};
