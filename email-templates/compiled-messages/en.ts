// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `Your certificate: ${templateName}`,
  intro: ({ recipientName }) => `Hello ${recipientName},\n\nYour certificate is ready. The PDF is attached. You can share it, or add it to your LinkedIn profile, from its page.`,
  number: ({ number }) => `Number: ${number}`,
  untitled: "Certificate",
  button: "View your certificate",
  genuineAt: "Anyone can verify it at",
  reminder: {
    subject: ({ templateName, date }) => `${templateName}: valid until ${date}`,
    several: "Several of your certificates expire soon",
    intro: ({ recipientName }) => `Hello ${recipientName},\n\nThe validity shown below ends soon. To renew, ask the issuer.`,
    until: ({ date }) => `Valid until ${date}`,
    button: "View the certificate",
    stop: "Stop these reminders",
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
  myLink: {
    enter: {
      subject: "Your link to your certificates",
      text: ({ host }) => `This link opens all your certificates on ${host}. It works once, for 15 minutes. If you didn’t ask for it, ignore this e-mail.`,
      button: "Open my certificates",
    },
    add: {
      subject: "Add this address to your certificates",
      asked: ({ first, second }) => `${first} asked to show the certificates of ${second} together with its own.`,
      then: "If that was you, open the link in the same browser. From then on, both addresses show the certificates of both.",
      ignore: "The link works once, for 15 minutes. If it wasn’t you, ignore this e-mail.",
      button: "Add this address",
    },
    openAddress: "Or open this address:",
  },
  allAt: "All your certificates are at",
  pictureOf: ({ name }) => `The certificate of ${name}`,
};
