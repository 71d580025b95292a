// Compiled from messages/ by `npm run messages`.
/** Messages in one language. */
export interface Messages {
  ask: string;
  intro: string;
  message: string;
  send: string;
  open: (values: { date: string }) => string;
  accepted: (values: { date: string }) => string;
  declined: (values: { date: string }) => string;
  answer: (values: { answer: string }) => string;
  notSent: string;
  check: string;
  unchanged: string;
  alreadyOpen: (values: { date: string }) => string;
  limit: string;
  closed: string;
  busy: string;
  wrong: {
    blank: string;
    date: string;
    number: string;
    option: string;
    language: string;
    long: (values: { most: string }) => string;
    character: string;
    other: string;
  };
  empty: string;
  back: string;
}
