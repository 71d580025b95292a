import type { Words } from '../texts.ts';

export const it: Words = {
  valid: ['Questo certificato è valido.', 'È esattamente ciò che è stato rilasciato e non è stato revocato.'],
  revoked: ['Questo certificato è stato revocato.', 'È stato rilasciato e poi ritirato da chi lo ha emesso.'],
  altered: [
    'Questo certificato è stato modificato.',
    'Ciò che è archiviato non è ciò che è stato rilasciato. Non farvi affidamento e contatta l’ente che lo ha emesso.',
  ],
  unknown: [
    'Certificato sconosciuto',
    'Nessun certificato ha questo indirizzo. Controlla che sia completo o contatta l’ente che lo ha emesso.',
  ],
  tooMany: 'Troppe richieste',
  recipient: 'Titolare',
  certificate: 'Certificato',
  issuedBy: 'Rilasciato da',
  issuedOn: 'Rilasciato il',
  revokedOn: 'Revocato il',
  reason: 'Motivo',
  download: 'Scarica il PDF',
  pending: 'I file sono in preparazione. Ricarica la pagina tra un momento.',
  hash: 'Codice di verifica',
  linkedIn: 'Aggiungi a LinkedIn',
  share: 'Condividi',
  copied: 'Link copiato.',
  check:
    'Hai ricevuto un PDF o un’immagine? Sceglilo o trascinalo qui per sapere se è quello rilasciato. Il file non viene caricato.',
  same: 'Questo file è esattamente quello rilasciato.',
  other: 'Questo file non è quello rilasciato.',
  otherText:
    'Non fare affidamento su questo file. Il certificato di questo indirizzo è descritto sotto, dove puoi scaricare il file autentico.',
  imageOf: (name) => `Il certificato di ${name}`,
  nowNamed: (name) => `(oggi «${name}»)`,
  credential: 'Credenziale (Open Badges)',
  language: 'Lingua',
};
