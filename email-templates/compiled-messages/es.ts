// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

const rules = new Intl.PluralRules('es');
const number = new Intl.NumberFormat('es');
const plural = (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string =>
  forms[rules.select(count)] ?? forms.other;

export const messages: Messages = {
  subject: ({ templateName }) => `Su certificado: ${templateName}`,
  intro: ({ recipientName }) => `Hola, ${recipientName}:\n\nSu certificado está listo. El PDF va adjunto. Desde su página puede compartirlo o añadirlo a su perfil de LinkedIn.`,
  number: ({ number }) => `Número: ${number}`,
  untitled: "Certificado",
  button: "Ver su certificado",
  genuineAt: "Cualquiera puede verificarlo en",
  reminder: {
    subject: ({ templateName, date }) => `${templateName}: válido hasta el ${date}`,
    several: "Varios de sus certificados caducan pronto",
    intro: ({ recipientName }) => `Hola, ${recipientName}:\n\nLa validez que se indica abajo termina pronto. Si desea renovarla, consulte al emisor.`,
    until: ({ date }) => `Válido hasta el ${date}`,
    button: "Ver el certificado",
    stop: "Dejar de recibir estos recordatorios",
  },
  revocation: {
    subject: ({ templateName }) => `Revocado: ${templateName}`,
    intro: ({ recipientName, reason }) => `Hola, ${recipientName}:\n\nEl certificado indicado abajo ha sido revocado y ya no es válido. Motivo: ${reason}\n\nSi tiene alguna pregunta, consulte al emisor.`,
  },
  answer: {
    corrected: ({ templateName }) => `Corregido: ${templateName}`,
    correctedIntro: ({ recipientName }) => `Hola, ${recipientName}:\n\nEl emisor ha corregido el certificado indicado abajo, tal como pidió. Los enlaces y códigos QR que ya compartió llevan a él.`,
    declined: ({ templateName }) => `Su solicitud de corrección: ${templateName}`,
    declinedIntro: ({ recipientName }) => `Hola, ${recipientName}:\n\nEl emisor ha rechazado su solicitud de corregir el certificado indicado abajo.`,
    message: ({ answer }) => `Mensaje del emisor: ${answer}`,
  },
  myLink: {
    enter: {
      subject: "Su enlace a sus certificados",
      text: ({ host }) => `Este enlace abre todos sus certificados en ${host}. Funciona una sola vez, durante 15 minutos. Si no lo pidió, ignore este correo.`,
      button: "Abrir mis certificados",
    },
    add: {
      subject: "Añada esta dirección a sus certificados",
      asked: ({ first, second }) => `${first} pidió mostrar los certificados de ${second} junto con los suyos.`,
      then: "Si fue usted, abra el enlace en el mismo navegador. A partir de entonces, ambas direcciones mostrarán los certificados de las dos.",
      ignore: "El enlace funciona una sola vez, durante 15 minutos. Si no fue usted, ignore este correo.",
      button: "Añadir esta dirección",
    },
  },
  openAddress: "O abra esta dirección:",
  allAt: "Todos sus certificados están en",
  invitation: {
    subject: ({ organisation }) => `Invitación a ${organisation}`,
    text: ({ organisation }) => `Se le invita a trabajar en los certificados de ${organisation}. La invitación es válida durante 7 días.\n\nSi no conoce ${organisation}, ignore este correo.`,
    button: "Aceptar la invitación",
  },
  passwordReset: {
    subject: "Elija otra contraseña",
    text: ({ host }) => `Alguien, probablemente usted, pidió otra contraseña para su cuenta en ${host}. El enlace funciona una sola vez, durante una hora.\n\nSi no fue usted, ignore este correo. Su contraseña no cambia.`,
    button: "Elegir otra contraseña",
  },
  batch: {
    subject: ({ name }) => `Su lote «${name}» ha terminado`,
    unnamed: "Su lote ha terminado",
    issued: ({ count }) => plural(count, { one: `Se emitió ${number.format(count)} certificado.`, many: `Se emitieron ${number.format(count)} de certificados.`, other: `Se emitieron ${number.format(count)} certificados.` }),
    failed: ({ count }) => plural(count, { one: `Falló ${number.format(count)} certificado y se devolvió su crédito. Puede reintentarlo desde el lote.`, many: `Fallaron ${number.format(count)} de certificados y se devolvieron sus créditos. Puede reintentarlos desde el lote.`, other: `Fallaron ${number.format(count)} certificados y se devolvieron sus créditos. Puede reintentarlos desde el lote.` }),
    button: "Abrir el lote",
  },
  digest: {
    subject: ({ count }) => plural(count, { one: `Un certificado caduca pronto`, many: `${number.format(count)} de certificados caducan pronto`, other: `${number.format(count)} certificados caducan pronto` }),
    orMore: ({ count }) => plural(count, { one: `${number.format(count)} certificado o más caducan pronto`, many: `${number.format(count)} de certificados o más caducan pronto`, other: `${number.format(count)} certificados o más caducan pronto` }),
    intro: ({ organisation }) => `Estos certificados de ${organisation} caducan pronto:`,
    ofTemplate: ({ count, name }) => plural(count, { one: `«${name}»: ${number.format(count)} certificado`, many: `«${name}»: ${number.format(count)} de certificados`, other: `«${name}»: ${number.format(count)} certificados` }),
    others: "y certificados de otras plantillas",
    onlyUntil: ({ date }) => `Es válido hasta el ${date}.`,
    firstUntil: ({ date }) => `El primero es válido hasta el ${date}.`,
    button: "Abrir los certificados",
  },
  mailbox: {
    subject: ({ address, organisation }) => `Confirme ${address} para ${organisation}`,
    then: "No se envía nada hasta que lo confirme. El enlace abre una página con un botón y funciona durante 7 días.",
    ignore: ({ organisation }) => `Si no conoce ${organisation}, ignore este correo.`,
    button: "Confirmar la dirección",
    sender: ({ organisation, address }) => `${organisation} quiere enviar sus correos de certificados desde ${address}.`,
    copies: ({ organisation, address }) => `${organisation} quiere enviar una copia de sus correos de certificados a ${address}.`,
  },
  serverTest: {
    subject: "Prueba de su servidor de correo",
    text: ({ host }) => `${host} ha enviado este correo. Sus certificados pueden salir por la misma vía.`,
    button: "Abrir los ajustes",
  },
  webhook: {
    subject: ({ name }) => `El webhook «${name}» está desactivado`,
    text: ({ name, organisation, host }) => `Desde hace 5 días no se ha podido entregar nada al webhook «${name}» de ${organisation} (${host}). Ahora está desactivado.`,
    then: "Cuando su endpoint vuelva a funcionar, active el webhook en los ajustes. Allí también puede hacer que se envíen los eventos perdidos.",
    button: "Abrir los webhooks",
  },
  pictureOf: ({ name }) => `El certificado de ${name}`,
};
