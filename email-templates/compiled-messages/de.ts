// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `Ihr Zertifikat: ${templateName}`,
  intro: ({ recipientName }) => `Guten Tag ${recipientName},\n\nIhr Zertifikat ist fertig. Das PDF ist angehängt. Auf der Seite des Zertifikats können Sie es teilen oder Ihrem LinkedIn-Profil hinzufügen.`,
  number: ({ number }) => `Nummer: ${number}`,
  untitled: "Zertifikat",
  button: "Zertifikat ansehen",
  genuineAt: "Alle können es hier prüfen:",
  reminder: {
    subject: ({ templateName, date }) => `${templateName}: gültig bis ${date}`,
    several: "Mehrere Ihrer Zertifikate laufen bald ab",
    intro: ({ recipientName }) => `Guten Tag ${recipientName},\n\ndie unten genannte Gültigkeit endet bald. Wenn Sie sie verlängern möchten, wenden Sie sich an den Aussteller.`,
    until: ({ date }) => `Gültig bis ${date}`,
    button: "Zertifikat ansehen",
    stop: "Keine Erinnerungen mehr erhalten",
  },
  revocation: {
    subject: ({ templateName }) => `Widerrufen: ${templateName}`,
    intro: ({ recipientName, reason }) => `Guten Tag ${recipientName},\n\ndas unten genannte Zertifikat wurde widerrufen und ist nicht mehr gültig. Grund: ${reason}\n\nBei Fragen wenden Sie sich bitte an den Aussteller.`,
  },
  answer: {
    corrected: ({ templateName }) => `Korrigiert: ${templateName}`,
    correctedIntro: ({ recipientName }) => `Guten Tag ${recipientName},\n\nder Aussteller hat das unten genannte Zertifikat wie gewünscht korrigiert. Links und QR-Codes, die Sie schon geteilt haben, führen dorthin.`,
    declined: ({ templateName }) => `Ihre Bitte um Korrektur: ${templateName}`,
    declinedIntro: ({ recipientName }) => `Guten Tag ${recipientName},\n\nder Aussteller hat Ihre Bitte um Korrektur des unten genannten Zertifikats abgelehnt.`,
    message: ({ answer }) => `Nachricht des Ausstellers: ${answer}`,
  },
  myLink: {
    enter: {
      subject: "Ihr Link zu Ihren Zertifikaten",
      text: ({ host }) => `Dieser Link öffnet alle Ihre Zertifikate auf ${host}. Er funktioniert einmal, 15 Minuten lang. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.`,
      button: "Meine Zertifikate öffnen",
    },
    add: {
      subject: "Diese Adresse zu Ihren Zertifikaten hinzufügen",
      asked: ({ first, second }) => `${first} möchte die Zertifikate von ${second} zusammen mit den eigenen anzeigen.`,
      then: "Wenn Sie das waren, öffnen Sie den Link im selben Browser. Von da an zeigen beide Adressen die Zertifikate von beiden.",
      ignore: "Der Link funktioniert einmal, 15 Minuten lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.",
      button: "Diese Adresse hinzufügen",
    },
    openAddress: "Oder öffnen Sie diese Adresse:",
  },
  allAt: "Alle Ihre Zertifikate finden Sie unter",
  pictureOf: ({ name }) => `Das Zertifikat von ${name}`,
};
