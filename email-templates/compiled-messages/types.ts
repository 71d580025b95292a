// Compiled from messages/ by `npm run messages`.
/** Messages in one language. */
export interface Messages {
  subject: (values: { templateName: string }) => string;
  intro: (values: { recipientName: string }) => string;
  number: (values: { number: string }) => string;
  untitled: string;
  button: string;
  genuineAt: string;
  reminder: {
    subject: (values: { templateName: string; date: string }) => string;
    several: string;
    intro: (values: { recipientName: string }) => string;
    until: (values: { date: string }) => string;
    button: string;
    stop: string;
  };
  revocation: {
    subject: (values: { templateName: string }) => string;
    intro: (values: { recipientName: string; reason: string }) => string;
  };
  answer: {
    corrected: (values: { templateName: string }) => string;
    correctedIntro: (values: { recipientName: string }) => string;
    declined: (values: { templateName: string }) => string;
    declinedIntro: (values: { recipientName: string }) => string;
    message: (values: { answer: string }) => string;
  };
  myLink: {
    enter: {
      subject: string;
      text: (values: { host: string }) => string;
      button: string;
    };
    add: {
      subject: string;
      asked: (values: { first: string; second: string }) => string;
      then: string;
      ignore: string;
      button: string;
    };
  };
  openAddress: string;
  allAt: string;
  invitation: {
    subject: (values: { organisation: string }) => string;
    text: (values: { organisation: string }) => string;
    button: string;
  };
  passwordReset: {
    subject: string;
    text: (values: { host: string }) => string;
    button: string;
  };
  batch: {
    subject: (values: { name: string }) => string;
    unnamed: string;
    issued: (values: { count: number }) => string;
    failed: (values: { count: number }) => string;
    button: string;
  };
  digest: {
    subject: (values: { count: number }) => string;
    orMore: (values: { count: number }) => string;
    intro: (values: { organisation: string }) => string;
    ofTemplate: (values: { count: number; name: string }) => string;
    others: string;
    onlyUntil: (values: { date: string }) => string;
    firstUntil: (values: { date: string }) => string;
    button: string;
  };
  mailbox: {
    subject: (values: { address: string; organisation: string }) => string;
    then: string;
    ignore: (values: { organisation: string }) => string;
    button: string;
    sender: (values: { organisation: string; address: string }) => string;
    copies: (values: { organisation: string; address: string }) => string;
  };
  serverTest: {
    subject: string;
    text: (values: { host: string }) => string;
    button: string;
  };
  webhook: {
    subject: (values: { name: string }) => string;
    text: (values: { name: string; organisation: string; host: string }) => string;
    then: string;
    button: string;
  };
  pictureOf: (values: { name: string }) => string;
}
