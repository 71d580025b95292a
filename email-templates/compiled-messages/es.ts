// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `Su certificado: ${templateName}`,
  intro: ({ recipientName }) => `Hola, ${recipientName}:\n\nSu certificado está listo. El PDF va adjunto. Desde su página puede compartirlo o añadirlo a su perfil de LinkedIn.`,
  button: "Ver su certificado",
  genuineAt: "Cualquiera puede verificarlo en",
  pictureOf: ({ name }) => `El certificado de ${name}`,
};
