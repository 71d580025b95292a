// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `Il tuo certificato: ${templateName}`,
  intro: ({ recipientName }) => `Ciao ${recipientName},\n\nil tuo certificato è pronto. Il PDF è allegato. Dalla sua pagina puoi condividerlo o aggiungerlo al tuo profilo LinkedIn.`,
  number: ({ number }) => `Numero: ${number}`,
  untitled: "Certificato",
  button: "Vedi il certificato",
  genuineAt: "Chiunque può verificarlo su",
  reminder: {
    subject: ({ templateName, date }) => `${templateName}: valido fino al ${date}`,
    several: "Alcuni dei tuoi certificati scadono a breve",
    intro: ({ recipientName }) => `Ciao ${recipientName},\n\nla validità indicata qui sotto sta per terminare. Per rinnovarla, contatta l’ente che ha rilasciato il certificato.`,
    until: ({ date }) => `Valido fino al ${date}`,
    button: "Vedi il certificato",
    stop: "Non ricevere più questi promemoria",
  },
  revocation: {
    subject: ({ templateName }) => `Revocato: ${templateName}`,
    intro: ({ recipientName, reason }) => `Ciao ${recipientName},\n\nil certificato indicato sotto è stato revocato e non è più valido. Motivo: ${reason}\n\nPer qualsiasi domanda, contatta l’ente che lo ha emesso.`,
  },
  answer: {
    corrected: ({ templateName }) => `Corretto: ${templateName}`,
    correctedIntro: ({ recipientName }) => `Ciao ${recipientName},\n\nl’ente che ha emesso il certificato indicato sotto lo ha corretto come avevi chiesto. I link e i codici QR che hai già condiviso portano lì.`,
    declined: ({ templateName }) => `La tua richiesta di correzione: ${templateName}`,
    declinedIntro: ({ recipientName }) => `Ciao ${recipientName},\n\nl’ente che ha emesso il certificato indicato sotto non ha accolto la tua richiesta di correzione.`,
    message: ({ answer }) => `Messaggio dell’ente: ${answer}`,
  },
  myLink: {
    enter: {
      subject: "Il tuo link ai tuoi certificati",
      text: ({ host }) => `Questo link apre tutti i tuoi certificati su ${host}. Funziona una sola volta, per 15 minuti. Se non lo hai chiesto tu, ignora questa e-mail.`,
      button: "Apri i miei certificati",
    },
    add: {
      subject: "Aggiungi questo indirizzo ai tuoi certificati",
      asked: ({ first, second }) => `${first} ha chiesto di mostrare i certificati di ${second} insieme ai propri.`,
      then: "Se sei stato tu, apri il link nello stesso browser. Da quel momento entrambi gli indirizzi mostrano i certificati di tutti e due.",
      ignore: "Il link funziona una sola volta, per 15 minuti. Se non sei stato tu, ignora questa e-mail.",
      button: "Aggiungi questo indirizzo",
    },
    openAddress: "Oppure apri questo indirizzo:",
  },
  allAt: "Trovi tutti i tuoi certificati su",
  pictureOf: ({ name }) => `Il certificato di ${name}`,
};
