// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

const rules = new Intl.PluralRules('en');
const number = new Intl.NumberFormat('en');
const plural = (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string =>
  forms[rules.select(count)] ?? forms.other;

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
  },
  openAddress: "Or open this address:",
  allAt: "All your certificates are at",
  invitation: {
    subject: ({ organisation }) => `You are invited to ${organisation}`,
    text: ({ organisation }) => `You are invited to work on the certificates of ${organisation}. The invitation works for 7 days.\n\nIf you don’t know ${organisation}, ignore this e-mail.`,
    button: "Accept the invitation",
  },
  passwordReset: {
    subject: "Set a new password",
    text: ({ host }) => `Someone, probably you, asked for a new password for your account on ${host}. The link works once, for one hour.\n\nIf it wasn’t you, ignore this e-mail. Your password stays the same.`,
    button: "Set a new password",
  },
  batch: {
    subject: ({ name }) => `Your batch “${name}” is done`,
    unnamed: "Your batch is done",
    issued: ({ count }) => plural(count, { one: `${number.format(count)} certificate was issued.`, other: `${number.format(count)} certificates were issued.` }),
    failed: ({ count }) => plural(count, { one: `${number.format(count)} certificate failed, and its credit was refunded. You can retry it from the batch.`, other: `${number.format(count)} certificates failed, and their credits were refunded. You can retry them from the batch.` }),
    button: "Open the batch",
  },
  digest: {
    subject: ({ count }) => plural(count, { one: `One certificate expires soon`, other: `${number.format(count)} certificates expire soon` }),
    orMore: ({ count }) => plural(count, { one: `${number.format(count)} or more certificates expire soon`, other: `${number.format(count)} or more certificates expire soon` }),
    intro: ({ organisation }) => `These certificates of ${organisation} expire soon:`,
    ofTemplate: ({ count, name }) => plural(count, { one: `“${name}”: ${number.format(count)} certificate`, other: `“${name}”: ${number.format(count)} certificates` }),
    others: "and certificates of other templates",
    onlyUntil: ({ date }) => `It is valid until ${date}.`,
    firstUntil: ({ date }) => `The first is valid until ${date}.`,
    button: "Open the certificates",
  },
  mailbox: {
    subject: ({ address, organisation }) => `Confirm ${address} for ${organisation}`,
    then: "Nothing is sent until you confirm. The link opens a page with a button, and works for 7 days.",
    ignore: ({ organisation }) => `If you don’t know ${organisation}, ignore this e-mail.`,
    button: "Confirm the address",
    sender: ({ organisation, address }) => `${organisation} wants to send its certificate e-mails from ${address}.`,
    copies: ({ organisation, address }) => `${organisation} wants to send a copy of its certificate e-mails to ${address}.`,
  },
  serverTest: {
    subject: "Test of your mail server",
    text: ({ host }) => `${host} has sent this e-mail. Your certificates can leave the same way.`,
    button: "Open the settings",
  },
  webhook: {
    subject: ({ name }) => `The webhook “${name}” is off`,
    text: ({ name, organisation, host }) => `Nothing has reached the webhook “${name}” of ${organisation} at ${host} for 5 days. It is now off.`,
    then: "Once your endpoint works again, turn the webhook on in the settings. There you can also have the missed events sent.",
    button: "Open the webhooks",
  },
  pictureOf: ({ name }) => `The certificate of ${name}`,
};
