// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  ask: "Um Korrektur bitten",
  intro: "Ändern Sie, was falsch ist. Der Aussteller entscheidet, und Sie erhalten die Antwort per E-Mail.",
  message: "Nachricht an den Aussteller",
  send: "Anfrage senden",
  open: ({ date }) => `Sie haben am ${date} um eine Korrektur gebeten. Die Antwort kommt per E-Mail.`,
  accepted: ({ date }) => `Der Aussteller hat dieses Zertifikat am ${date} wie gewünscht korrigiert.`,
  declined: ({ date }) => `Der Aussteller hat Ihre Bitte am ${date} abgelehnt.`,
  answer: ({ answer }) => `Nachricht des Ausstellers: ${answer}`,
  notSent: "Ihre Anfrage wurde nicht gesendet",
  check: "Prüfen Sie die markierten Werte.",
  unchanged: "Ändern Sie mindestens einen Wert, oder schreiben Sie eine Nachricht.",
  alreadyOpen: ({ date }) => `Sie haben schon am ${date} um eine Korrektur gebeten. Die Antwort kommt per E-Mail.`,
  limit: "Für heute sind es genug Anfragen. Versuchen Sie es morgen wieder.",
  closed: "Der Aussteller nimmt hier keine Anfragen zu diesem Zertifikat an. Wenden Sie sich direkt an ihn.",
  busy: "Dieses Zertifikat wird gerade geändert. Versuchen Sie es gleich noch einmal.",
  wrong: {
    blank: "Geben Sie einen Wert ein.",
    date: "Geben Sie ein Datum wie 2026-11-20 ein.",
    number: "Geben Sie eine Zahl wie 1234.5 ein.",
    option: "Wählen Sie einen der Werte.",
    language: "Geben Sie einen Sprachcode wie de oder pt-BR ein.",
    long: ({ most }) => `Zu lang. Höchstens ${most} Zeichen.`,
    character: "Nur eine Zeile, ohne Steuerzeichen.",
    other: "Prüfen Sie diesen Wert.",
  },
  empty: "Kein Wert",
  back: "Zurück zu Ihren Zertifikaten",
};
