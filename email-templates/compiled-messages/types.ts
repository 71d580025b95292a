// Compiled from messages/ by `npm run messages`.
/** Messages in one language. */
export interface Messages {
  subject: (values: { templateName: string }) => string;
  intro: (values: { recipientName: string }) => string;
  button: string;
  genuineAt: string;
  pictureOf: (values: { name: string }) => string;
}
