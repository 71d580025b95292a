// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `O seu certificado: ${templateName}`,
  intro: ({ recipientName }) => `Olá, ${recipientName},\n\nO seu certificado está pronto. O PDF segue em anexo. Na página do certificado pode partilhá-lo ou adicioná-lo ao seu perfil do LinkedIn.`,
  button: "Ver o certificado",
  genuineAt: "Qualquer pessoa pode verificá-lo em",
  pictureOf: ({ name }) => `O certificado de ${name}`,
};
