// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  ask: "Demander une correction",
  intro: "Modifiez ce qui est faux. L’émetteur décide, et vous recevez la réponse par e-mail.",
  message: "Message à l’émetteur",
  send: "Envoyer la demande",
  open: ({ date }) => `Vous avez demandé une correction le ${date}. La réponse arrivera par e-mail.`,
  accepted: ({ date }) => `L’émetteur a corrigé ce certificat le ${date}, comme vous l’aviez demandé.`,
  declined: ({ date }) => `L’émetteur a refusé votre demande le ${date}.`,
  answer: ({ answer }) => `Message de l’émetteur : ${answer}`,
  notSent: "Votre demande n’a pas été envoyée",
  check: "Vérifiez les valeurs signalées.",
  unchanged: "Modifiez au moins une valeur ou écrivez un message.",
  alreadyOpen: ({ date }) => `Vous avez déjà demandé une correction le ${date}. La réponse arrivera par e-mail.`,
  limit: "Cela suffit pour aujourd’hui. Réessayez demain.",
  closed: "L’émetteur n’accepte pas ici de demandes pour ce certificat. Contactez-le directement.",
  busy: "Ce certificat est en cours de modification. Réessayez dans un instant.",
  wrong: {
    blank: "Saisissez une valeur.",
    date: "Saisissez une date comme 2026-11-20.",
    number: "Saisissez un nombre comme 1234.5.",
    option: "Choisissez l’une des valeurs.",
    language: "Saisissez un code de langue comme fr ou pt-BR.",
    long: ({ most }) => `Trop long. ${most} caractères au maximum.`,
    character: "Une seule ligne, sans caractères de contrôle.",
    other: "Vérifiez cette valeur.",
  },
  empty: "Aucune valeur",
  back: "Retour à vos certificats",
};
