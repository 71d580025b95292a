// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  ask: "Chiedi una correzione",
  intro: "Modifica ciò che è sbagliato. Decide l’ente che ha emesso il certificato, e ricevi la risposta via e-mail.",
  message: "Messaggio per l’ente",
  send: "Invia richiesta",
  open: ({ date }) => `Hai chiesto una correzione il ${date}. La risposta arriva via e-mail.`,
  accepted: ({ date }) => `L’ente ha corretto questo certificato il ${date}, come avevi chiesto.`,
  declined: ({ date }) => `L’ente non ha accolto la tua richiesta il ${date}.`,
  answer: ({ answer }) => `Messaggio dell’ente: ${answer}`,
  notSent: "La tua richiesta non è stata inviata",
  check: "Controlla i valori evidenziati.",
  unchanged: "Modifica almeno un valore o scrivi un messaggio.",
  alreadyOpen: ({ date }) => `Hai già chiesto una correzione il ${date}. La risposta arriva via e-mail.`,
  limit: "Per oggi le richieste bastano. Riprova domani.",
  closed: "L’ente non accetta qui richieste per questo certificato. Contattalo direttamente.",
  busy: "Questo certificato è in corso di modifica. Riprova tra un momento.",
  wrong: {
    blank: "Inserisci un valore.",
    date: "Inserisci una data come 2026-11-20.",
    number: "Inserisci un numero come 1234.5.",
    option: "Scegli uno dei valori.",
    language: "Inserisci un codice di lingua come it o pt-BR.",
    long: ({ most }) => `Troppo lungo. Al massimo ${most} caratteri.`,
    character: "Una sola riga, senza caratteri di controllo.",
    other: "Controlla questo valore.",
  },
  empty: "Nessun valore",
  back: "Torna ai tuoi certificati",
};
