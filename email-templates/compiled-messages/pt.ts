// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

const rules = new Intl.PluralRules('pt');
const number = new Intl.NumberFormat('pt');
const plural = (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string =>
  forms[rules.select(count)] ?? forms.other;

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
  },
  openAddress: "Ou abra este endereço:",
  allAt: "Todos os seus certificados estão em",
  invitation: {
    subject: ({ organisation }) => `Convite para ${organisation}`,
    text: ({ organisation }) => `Recebeu um convite para trabalhar nos certificados de ${organisation}. O convite é válido durante 7 dias.\n\nSe não conhece ${organisation}, ignore este e-mail.`,
    button: "Aceitar o convite",
  },
  passwordReset: {
    subject: "Definir uma nova palavra-passe",
    text: ({ host }) => `Alguém, provavelmente você, pediu uma nova palavra-passe para a sua conta em ${host}. A ligação funciona uma vez, durante uma hora.\n\nSe não foi você, ignore este e-mail. A sua palavra-passe não muda.`,
    button: "Definir uma nova palavra-passe",
  },
  batch: {
    subject: ({ name }) => `O seu lote «${name}» está concluído`,
    unnamed: "O seu lote está concluído",
    issued: ({ count }) => plural(count, { one: `Foi emitido ${number.format(count)} certificado.`, many: `Foram emitidos ${number.format(count)} de certificados.`, other: `Foram emitidos ${number.format(count)} certificados.` }),
    failed: ({ count }) => plural(count, { one: `Falhou ${number.format(count)} certificado e o respetivo crédito foi devolvido. Pode repeti-lo a partir do lote.`, many: `Falharam ${number.format(count)} de certificados e os respetivos créditos foram devolvidos. Pode repeti-los a partir do lote.`, other: `Falharam ${number.format(count)} certificados e os respetivos créditos foram devolvidos. Pode repeti-los a partir do lote.` }),
    button: "Abrir o lote",
  },
  digest: {
    subject: ({ count }) => plural(count, { one: `Um certificado expira em breve`, many: `${number.format(count)} de certificados expiram em breve`, other: `${number.format(count)} certificados expiram em breve` }),
    orMore: ({ count }) => plural(count, { one: `${number.format(count)} certificado ou mais expiram em breve`, many: `${number.format(count)} de certificados ou mais expiram em breve`, other: `${number.format(count)} certificados ou mais expiram em breve` }),
    intro: ({ organisation }) => `Estes certificados de ${organisation} expiram em breve:`,
    ofTemplate: ({ count, name }) => plural(count, { one: `«${name}»: ${number.format(count)} certificado`, many: `«${name}»: ${number.format(count)} de certificados`, other: `«${name}»: ${number.format(count)} certificados` }),
    others: "e certificados de outros modelos",
    onlyUntil: ({ date }) => `É válido até ${date}.`,
    firstUntil: ({ date }) => `O primeiro é válido até ${date}.`,
    button: "Abrir os certificados",
  },
  mailbox: {
    subject: ({ address, organisation }) => `Confirme ${address} para ${organisation}`,
    then: "Nada é enviado até confirmar. A ligação abre uma página com um botão e funciona durante 7 dias.",
    ignore: ({ organisation }) => `Se não conhece ${organisation}, ignore este e-mail.`,
    button: "Confirmar o endereço",
    sender: ({ organisation, address }) => `${organisation} quer enviar os seus e-mails de certificados a partir de ${address}.`,
    copies: ({ organisation, address }) => `${organisation} quer enviar uma cópia dos seus e-mails de certificados para ${address}.`,
  },
  serverTest: {
    subject: "Teste do seu servidor de e-mail",
    text: ({ host }) => `${host} enviou este e-mail. Os seus certificados podem sair pela mesma via.`,
    button: "Abrir as definições",
  },
  webhook: {
    subject: ({ name }) => `O webhook “${name}” está desativado`,
    text: ({ name, organisation, host }) => `Há 5 dias que nada chega ao webhook “${name}” de ${organisation} (${host}). Está agora desativado.`,
    then: "Quando o seu endpoint voltar a funcionar, ative o webhook nas definições. Aí também pode mandar enviar os eventos perdidos.",
    button: "Abrir os webhooks",
  },
  pictureOf: ({ name }) => `O certificado de ${name}`,
};
