// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `O seu certificado: ${templateName}`,
  intro: ({ recipientName }) => `Olá, ${recipientName},\n\nO seu certificado está pronto. O PDF segue em anexo. Na página do certificado pode partilhá-lo ou adicioná-lo ao seu perfil do LinkedIn.`,
  number: ({ number }) => `Número: ${number}`,
  untitled: "Certificado",
  button: "Ver o certificado",
  genuineAt: "Qualquer pessoa pode verificá-lo em",
  reminder: {
    subject: ({ templateName, date }) => `${templateName}: válido até ${date}`,
    several: "Vários dos seus certificados expiram em breve",
    intro: ({ recipientName }) => `Olá, ${recipientName},\n\nA validade indicada abaixo termina em breve. Se quiser renová-la, fale com o emissor.`,
    until: ({ date }) => `Válido até ${date}`,
    button: "Ver o certificado",
    stop: "Parar de receber estes lembretes",
  },
  revocation: {
    subject: ({ templateName }) => `Revogado: ${templateName}`,
    intro: ({ recipientName, reason }) => `Olá, ${recipientName},\n\nO certificado abaixo foi revogado e já não é válido. Motivo: ${reason}\n\nSe tiver dúvidas, contacte o emissor.`,
  },
  answer: {
    corrected: ({ templateName }) => `Corrigido: ${templateName}`,
    correctedIntro: ({ recipientName }) => `Olá, ${recipientName},\n\nO emissor corrigiu o certificado abaixo, como pediu. As ligações e os códigos QR que já partilhou levam até ele.`,
    declined: ({ templateName }) => `O seu pedido de correção: ${templateName}`,
    declinedIntro: ({ recipientName }) => `Olá, ${recipientName},\n\nO emissor recusou o seu pedido de correção do certificado abaixo.`,
    message: ({ answer }) => `Mensagem do emissor: ${answer}`,
  },
  myLink: {
    enter: {
      subject: "A sua ligação para os seus certificados",
      text: ({ host }) => `Esta ligação abre todos os seus certificados em ${host}. Funciona uma vez, durante 15 minutos. Se não a pediu, ignore este e-mail.`,
      button: "Abrir os meus certificados",
    },
    add: {
      subject: "Adicione este endereço aos seus certificados",
      asked: ({ first, second }) => `${first} pediu para mostrar os certificados de ${second} juntamente com os seus.`,
      then: "Se foi você, abra a ligação no mesmo navegador. A partir daí, ambos os endereços mostram os certificados dos dois.",
      ignore: "A ligação funciona uma vez, durante 15 minutos. Se não foi você, ignore este e-mail.",
      button: "Adicionar este endereço",
    },
    openAddress: "Ou abra este endereço:",
  },
  allAt: "Todos os seus certificados estão em",
  pictureOf: ({ name }) => `O certificado de ${name}`,
};
