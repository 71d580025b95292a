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
    openAddress: string;
  };
  allAt: string;
  pictureOf: (values: { name: string }) => string;
}
