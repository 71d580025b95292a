// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

const rules = new Intl.PluralRules('de');
const number = new Intl.NumberFormat('de');
const plural = (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string =>
  forms[rules.select(count)] ?? forms.other;

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
  },
  openAddress: "Oder öffnen Sie diese Adresse:",
  allAt: "Alle Ihre Zertifikate finden Sie unter",
  invitation: {
    subject: ({ organisation }) => `Einladung zu ${organisation}`,
    text: ({ organisation }) => `Sie sind eingeladen, an den Zertifikaten von ${organisation} mitzuarbeiten. Die Einladung gilt 7 Tage.\n\nWenn Sie ${organisation} nicht kennen, ignorieren Sie diese E-Mail.`,
    button: "Einladung annehmen",
  },
  passwordReset: {
    subject: "Neues Passwort festlegen",
    text: ({ host }) => `Für Ihr Konto auf ${host} wurde ein neues Passwort angefordert, vermutlich von Ihnen. Der Link funktioniert einmal, eine Stunde lang.\n\nWenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.`,
    button: "Neues Passwort festlegen",
  },
  batch: {
    subject: ({ name }) => `Ihr Stapel „${name}“ ist fertig`,
    unnamed: "Ihr Stapel ist fertig",
    issued: ({ count }) => plural(count, { one: `${number.format(count)} Zertifikat wurde ausgestellt.`, other: `${number.format(count)} Zertifikate wurden ausgestellt.` }),
    failed: ({ count }) => plural(count, { one: `${number.format(count)} Zertifikat ist fehlgeschlagen, sein Credit wurde erstattet. Sie können es im Stapel wiederholen.`, other: `${number.format(count)} Zertifikate sind fehlgeschlagen, ihre Credits wurden erstattet. Sie können sie im Stapel wiederholen.` }),
    button: "Stapel öffnen",
  },
  digest: {
    subject: ({ count }) => plural(count, { one: `Ein Zertifikat läuft bald ab`, other: `${number.format(count)} Zertifikate laufen bald ab` }),
    orMore: ({ count }) => plural(count, { one: `${number.format(count)} oder mehr Zertifikate laufen bald ab`, other: `${number.format(count)} oder mehr Zertifikate laufen bald ab` }),
    intro: ({ organisation }) => `Diese Zertifikate von ${organisation} laufen bald ab:`,
    ofTemplate: ({ count, name }) => plural(count, { one: `„${name}“: ${number.format(count)} Zertifikat`, other: `„${name}“: ${number.format(count)} Zertifikate` }),
    others: "und Zertifikate weiterer Vorlagen",
    onlyUntil: ({ date }) => `Es ist gültig bis ${date}.`,
    firstUntil: ({ date }) => `Das erste ist gültig bis ${date}.`,
    button: "Zertifikate öffnen",
  },
  mailbox: {
    subject: ({ address, organisation }) => `Bestätigen Sie ${address} für ${organisation}`,
    then: "Bevor Sie bestätigen, wird nichts gesendet. Der Link öffnet eine Seite mit einem Knopf und funktioniert 7 Tage lang.",
    ignore: ({ organisation }) => `Wenn Sie ${organisation} nicht kennen, ignorieren Sie diese E-Mail.`,
    button: "Adresse bestätigen",
    sender: ({ organisation, address }) => `${organisation} möchte E-Mails zu Zertifikaten von ${address} senden.`,
    copies: ({ organisation, address }) => `${organisation} möchte eine Kopie der E-Mails zu Zertifikaten an ${address} senden.`,
  },
  serverTest: {
    subject: "Test Ihres Mailservers",
    text: ({ host }) => `${host} hat diese E-Mail gesendet. Ihre Zertifikate können auf demselben Weg verschickt werden.`,
    button: "Einstellungen öffnen",
  },
  webhook: {
    subject: ({ name }) => `Der Webhook „${name}“ ist ausgeschaltet`,
    text: ({ name, organisation, host }) => `Seit 5 Tagen konnte dem Webhook „${name}“ von ${organisation} (${host}) nichts zugestellt werden. Er ist jetzt ausgeschaltet.`,
    then: "Sobald Ihr Endpunkt wieder funktioniert, schalten Sie den Webhook in den Einstellungen ein. Dort können Sie auch die verpassten Ereignisse senden lassen.",
    button: "Webhooks öffnen",
  },
  pictureOf: ({ name }) => `Das Zertifikat von ${name}`,
};
