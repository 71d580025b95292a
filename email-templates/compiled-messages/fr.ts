// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `Votre certificat : ${templateName}`,
  intro: ({ recipientName }) => `Bonjour ${recipientName},\n\nvotre certificat est prêt. Le PDF est joint à ce message. Depuis sa page, vous pouvez le partager ou l’ajouter à votre profil LinkedIn.`,
  button: "Voir votre certificat",
  genuineAt: "Chacun peut le vérifier à l’adresse",
  pictureOf: ({ name }) => `Le certificat de ${name}`,
};
