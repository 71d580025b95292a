// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `Il tuo certificato: ${templateName}`,
  intro: ({ recipientName }) => `Ciao ${recipientName},\n\nil tuo certificato è pronto. Il PDF è allegato. Dalla sua pagina puoi condividerlo o aggiungerlo al tuo profilo LinkedIn.`,
  button: "Vedi il certificato",
  genuineAt: "Chiunque può verificarlo su",
  pictureOf: ({ name }) => `Il certificato di ${name}`,
};
