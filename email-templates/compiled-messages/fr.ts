// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

const rules = new Intl.PluralRules('fr');
const number = new Intl.NumberFormat('fr');
const plural = (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string =>
  forms[rules.select(count)] ?? forms.other;

export const messages: Messages = {
  subject: ({ templateName }) => `Votre certificat : ${templateName}`,
  intro: ({ recipientName }) => `Bonjour ${recipientName},\n\nVotre certificat est prêt. Le PDF est joint à ce message. Depuis sa page, vous pouvez le partager ou l’ajouter à votre profil LinkedIn.`,
  number: ({ number }) => `Numéro : ${number}`,
  untitled: "Certificat",
  button: "Voir votre certificat",
  genuineAt: "Chacun peut le vérifier à l’adresse",
  reminder: {
    subject: ({ templateName, date }) => `${templateName} : valable jusqu’au ${date}`,
    several: "Plusieurs de vos certificats expirent bientôt",
    intro: ({ recipientName }) => `Bonjour ${recipientName},\n\nLa validité indiquée ci-dessous prend bientôt fin. Pour un renouvellement, adressez-vous à l’émetteur.`,
    until: ({ date }) => `Valable jusqu’au ${date}`,
    button: "Voir le certificat",
    stop: "Ne plus recevoir ces rappels",
  },
  revocation: {
    subject: ({ templateName }) => `Révoqué : ${templateName}`,
    intro: ({ recipientName, reason }) => `Bonjour ${recipientName},\n\nLe certificat ci-dessous a été révoqué et n’est plus valable. Motif : ${reason}\n\nPour toute question, adressez-vous à l’émetteur.`,
  },
  answer: {
    corrected: ({ templateName }) => `Corrigé : ${templateName}`,
    correctedIntro: ({ recipientName }) => `Bonjour ${recipientName},\n\nL’émetteur a corrigé le certificat ci-dessous, comme vous l’aviez demandé. Les liens et codes QR que vous avez déjà partagés y mènent.`,
    declined: ({ templateName }) => `Votre demande de correction : ${templateName}`,
    declinedIntro: ({ recipientName }) => `Bonjour ${recipientName},\n\nL’émetteur a refusé votre demande de correction du certificat ci-dessous.`,
    message: ({ answer }) => `Message de l’émetteur : ${answer}`,
  },
  myLink: {
    enter: {
      subject: "Votre lien vers vos certificats",
      text: ({ host }) => `Ce lien ouvre tous vos certificats sur ${host}. Il fonctionne une seule fois, pendant 15 minutes. Si vous ne l’avez pas demandé, ignorez cet e-mail.`,
      button: "Ouvrir mes certificats",
    },
    add: {
      subject: "Ajoutez cette adresse à vos certificats",
      asked: ({ first, second }) => `${first} a demandé à afficher les certificats de ${second} avec les siens.`,
      then: "Si c’était vous, ouvrez le lien dans le même navigateur. Les deux adresses afficheront alors les certificats des deux.",
      ignore: "Le lien fonctionne une seule fois, pendant 15 minutes. Si ce n’était pas vous, ignorez cet e-mail.",
      button: "Ajouter cette adresse",
    },
  },
  openAddress: "Ou ouvrez cette adresse :",
  allAt: "Tous vos certificats se trouvent à l’adresse",
  invitation: {
    subject: ({ organisation }) => `Invitation à rejoindre ${organisation}`,
    text: ({ organisation }) => `Vous êtes invité(e) à travailler sur les certificats de ${organisation}. L’invitation est valable 7 jours.\n\nSi vous ne connaissez pas ${organisation}, ignorez cet e-mail.`,
    button: "Accepter l’invitation",
  },
  passwordReset: {
    subject: "Définir un nouveau mot de passe",
    text: ({ host }) => `Un nouveau mot de passe a été demandé pour votre compte sur ${host}, sans doute par vous. Le lien fonctionne une seule fois, pendant une heure.\n\nSi ce n’était pas vous, ignorez cet e-mail. Votre mot de passe ne change pas.`,
    button: "Définir un nouveau mot de passe",
  },
  batch: {
    subject: ({ name }) => `Votre lot « ${name} » est terminé`,
    unnamed: "Votre lot est terminé",
    issued: ({ count }) => plural(count, { one: `${number.format(count)} certificat a été délivré.`, many: `${number.format(count)} de certificats ont été délivrés.`, other: `${number.format(count)} certificats ont été délivrés.` }),
    failed: ({ count }) => plural(count, { one: `${number.format(count)} certificat est en échec et son crédit a été remboursé. Vous pouvez le relancer depuis le lot.`, many: `${number.format(count)} de certificats sont en échec et leurs crédits ont été remboursés. Vous pouvez les relancer depuis le lot.`, other: `${number.format(count)} certificats sont en échec et leurs crédits ont été remboursés. Vous pouvez les relancer depuis le lot.` }),
    button: "Ouvrir le lot",
  },
  digest: {
    subject: ({ count }) => plural(count, { one: `Un certificat expire bientôt`, many: `${number.format(count)} de certificats expirent bientôt`, other: `${number.format(count)} certificats expirent bientôt` }),
    orMore: ({ count }) => plural(count, { one: `${number.format(count)} certificat ou plus expire bientôt`, many: `${number.format(count)} de certificats ou plus expirent bientôt`, other: `${number.format(count)} certificats ou plus expirent bientôt` }),
    intro: ({ organisation }) => `Ces certificats de ${organisation} expirent bientôt :`,
    ofTemplate: ({ count, name }) => plural(count, { one: `« ${name} » : ${number.format(count)} certificat`, many: `« ${name} » : ${number.format(count)} de certificats`, other: `« ${name} » : ${number.format(count)} certificats` }),
    others: "et des certificats d’autres modèles",
    onlyUntil: ({ date }) => `Il est valable jusqu’au ${date}.`,
    firstUntil: ({ date }) => `Le premier est valable jusqu’au ${date}.`,
    button: "Ouvrir les certificats",
  },
  mailbox: {
    subject: ({ address, organisation }) => `Confirmez ${address} pour ${organisation}`,
    then: "Rien n’est envoyé avant votre confirmation. Le lien ouvre une page avec un bouton et fonctionne pendant 7 jours.",
    ignore: ({ organisation }) => `Si vous ne connaissez pas ${organisation}, ignorez cet e-mail.`,
    button: "Confirmer l’adresse",
    sender: ({ organisation, address }) => `${organisation} souhaite envoyer ses e-mails de certificats depuis ${address}.`,
    copies: ({ organisation, address }) => `${organisation} souhaite envoyer une copie de ses e-mails de certificats à ${address}.`,
  },
  serverTest: {
    subject: "Test de votre serveur de messagerie",
    text: ({ host }) => `${host} a envoyé cet e-mail. Vos certificats peuvent partir par le même chemin.`,
    button: "Ouvrir les paramètres",
  },
  webhook: {
    subject: ({ name }) => `Le webhook « ${name} » est désactivé`,
    text: ({ name, organisation, host }) => `Rien n’a pu être remis au webhook « ${name} » de ${organisation} (${host}) depuis 5 jours. Il est maintenant désactivé.`,
    then: "Quand votre point de terminaison fonctionnera de nouveau, réactivez le webhook dans les paramètres. Vous pourrez aussi y faire envoyer les événements manqués.",
    button: "Ouvrir les webhooks",
  },
  pictureOf: ({ name }) => `Le certificat de ${name}`,
};
