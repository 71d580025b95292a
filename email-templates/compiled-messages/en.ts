// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `Your certificate: ${templateName}`,
  intro: ({ recipientName }) => `Hello ${recipientName},\n\nYour certificate is ready. The PDF is attached. You can share it, or add it to your LinkedIn profile, from its page.`,
  untitled: "Certificate",
  button: "View your certificate",
  genuineAt: "Anyone can verify it at",
  reminder: {
    subject: ({ templateName, date }) => `${templateName}: valid until ${date}`,
    several: "Several of your certificates expire soon",
    intro: ({ recipientName }) => `Hello ${recipientName},\n\nThe validity shown below ends soon. To renew, ask the issuer.`,
    until: ({ date }) => `Valid until ${date}`,
    button: "View the certificate",
  },
  revocation: {
    subject: ({ templateName }) => `Revoked: ${templateName}`,
    intro: ({ recipientName, reason }) => `Hello ${recipientName},\n\nThe certificate shown below has been revoked and is no longer valid. Reason: ${reason}\n\nIf you have a question, ask the issuer.`,
  },
  answer: {
    corrected: ({ templateName }) => `Corrected: ${templateName}`,
    correctedIntro: ({ recipientName }) => `Hello ${recipientName},\n\nThe issuer has corrected the certificate shown below, as you asked. Links and QR codes that you shared earlier lead to it.`,
    declined: ({ templateName }) => `Your request for a correction: ${templateName}`,
    declinedIntro: ({ recipientName }) => `Hello ${recipientName},\n\nThe issuer has declined your request to correct the certificate shown below.`,
    message: ({ answer }) => `Message from the issuer: ${answer}`,
  },
  pictureOf: ({ name }) => `The certificate of ${name}`,
};
