// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  ask: "Ask for a correction",
  intro: "Change what is wrong. The issuer decides, and you get the answer by e-mail.",
  message: "Message to the issuer",
  send: "Send request",
  open: ({ date }) => `You asked for a correction on ${date}. The answer comes by e-mail.`,
  accepted: ({ date }) => `The issuer corrected this certificate on ${date}, as you asked.`,
  declined: ({ date }) => `The issuer declined your request on ${date}.`,
  answer: ({ answer }) => `Message from the issuer: ${answer}`,
  notSent: "Your request was not sent",
  check: "Check the marked values.",
  unchanged: "Change at least one value, or write a message.",
  alreadyOpen: ({ date }) => `You already asked for a correction on ${date}. The answer comes by e-mail.`,
  limit: "That is enough requests for one day. Try again tomorrow.",
  closed: "The issuer takes no requests for this certificate here. Contact the issuer directly.",
  busy: "Something else is changing this certificate. Try again in a moment.",
  wrong: {
    blank: "Enter a value.",
    date: "Enter a date like 2026-11-20.",
    number: "Enter a number like 1234.5.",
    option: "Choose one of the values.",
    language: "Enter a language code like en or pt-BR.",
    long: ({ most }) => `Too long. Use at most ${most} characters.`,
    character: "Use one line, without control characters.",
    other: "Check this value.",
  },
  empty: "No value",
  back: "Back to your certificates",
};
