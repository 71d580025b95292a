// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

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
    openAddress: "O abra esta dirección:",
  },
  allAt: "Todos sus certificados están en",
  pictureOf: ({ name }) => `El certificado de ${name}`,
};
