// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

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
    openAddress: "Ou ouvrez cette adresse :",
  },
  allAt: "Tous vos certificats se trouvent à l’adresse",
  pictureOf: ({ name }) => `Le certificat de ${name}`,
};
