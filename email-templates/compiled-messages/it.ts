// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

const rules = new Intl.PluralRules('it');
const number = new Intl.NumberFormat('it');
const plural = (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string =>
  forms[rules.select(count)] ?? forms.other;

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
  },
  openAddress: "Oppure apri questo indirizzo:",
  allAt: "Trovi tutti i tuoi certificati su",
  invitation: {
    subject: ({ organisation }) => `Invito a ${organisation}`,
    text: ({ organisation }) => `Hai ricevuto un invito a lavorare sui certificati di ${organisation}. L’invito vale 7 giorni.\n\nSe non conosci ${organisation}, ignora questa e-mail.`,
    button: "Accetta l’invito",
  },
  passwordReset: {
    subject: "Imposta una nuova password",
    text: ({ host }) => `Qualcuno, probabilmente tu, ha chiesto una nuova password per il tuo account su ${host}. Il link funziona una sola volta, per un’ora.\n\nSe non sei stato tu, ignora questa e-mail. La tua password non cambia.`,
    button: "Imposta una nuova password",
  },
  batch: {
    subject: ({ name }) => `Il tuo lotto «${name}» è completato`,
    unnamed: "Il tuo lotto è completato",
    issued: ({ count }) => plural(count, { one: `È stato rilasciato ${number.format(count)} certificato.`, many: `Sono stati rilasciati ${number.format(count)} di certificati.`, other: `Sono stati rilasciati ${number.format(count)} certificati.` }),
    failed: ({ count }) => plural(count, { one: `${number.format(count)} certificato non è riuscito e il suo credito è stato rimborsato. Puoi riprovarlo dal lotto.`, many: `${number.format(count)} di certificati non sono riusciti e i loro crediti sono stati rimborsati. Puoi riprovarli dal lotto.`, other: `${number.format(count)} certificati non sono riusciti e i loro crediti sono stati rimborsati. Puoi riprovarli dal lotto.` }),
    button: "Apri il lotto",
  },
  digest: {
    subject: ({ count }) => plural(count, { one: `Un certificato scade a breve`, many: `${number.format(count)} di certificati scadono a breve`, other: `${number.format(count)} certificati scadono a breve` }),
    orMore: ({ count }) => plural(count, { one: `${number.format(count)} o più certificati scadono a breve`, many: `${number.format(count)} o più certificati scadono a breve`, other: `${number.format(count)} o più certificati scadono a breve` }),
    intro: ({ organisation }) => `Questi certificati di ${organisation} scadono a breve:`,
    ofTemplate: ({ count, name }) => plural(count, { one: `«${name}»: ${number.format(count)} certificato`, many: `«${name}»: ${number.format(count)} di certificati`, other: `«${name}»: ${number.format(count)} certificati` }),
    others: "e certificati di altri modelli",
    onlyUntil: ({ date }) => `È valido fino al ${date}.`,
    firstUntil: ({ date }) => `Il primo è valido fino al ${date}.`,
    button: "Apri i certificati",
  },
  mailbox: {
    subject: ({ address, organisation }) => `Conferma ${address} per ${organisation}`,
    then: "Non viene inviato nulla finché non confermi. Il link apre una pagina con un pulsante e funziona per 7 giorni.",
    ignore: ({ organisation }) => `Se non conosci ${organisation}, ignora questa e-mail.`,
    button: "Conferma l’indirizzo",
    sender: ({ organisation, address }) => `${organisation} vuole inviare le e-mail dei certificati da ${address}.`,
    copies: ({ organisation, address }) => `${organisation} vuole inviare una copia delle e-mail dei certificati a ${address}.`,
  },
  serverTest: {
    subject: "Prova del tuo server di posta",
    text: ({ host }) => `${host} ha inviato questa e-mail. I tuoi certificati possono partire allo stesso modo.`,
    button: "Apri le impostazioni",
  },
  webhook: {
    subject: ({ name }) => `Il webhook “${name}” è disattivato`,
    text: ({ name, organisation, host }) => `Da 5 giorni non è stato possibile consegnare nulla al webhook “${name}” di ${organisation} (${host}). Ora è disattivato.`,
    then: "Quando il tuo endpoint funzionerà di nuovo, attiva il webhook nelle impostazioni. Lì puoi anche far inviare gli eventi persi.",
    button: "Apri i webhook",
  },
  pictureOf: ({ name }) => `Il certificato di ${name}`,
};
