// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  ask: "Pedir una corrección",
  intro: "Cambie lo que esté mal. El emisor decide y usted recibe la respuesta por correo electrónico.",
  message: "Mensaje para el emisor",
  send: "Enviar solicitud",
  open: ({ date }) => `Pidió una corrección el ${date}. La respuesta llegará por correo electrónico.`,
  accepted: ({ date }) => `El emisor corrigió este certificado el ${date}, tal como pidió.`,
  declined: ({ date }) => `El emisor rechazó su solicitud el ${date}.`,
  answer: ({ answer }) => `Mensaje del emisor: ${answer}`,
  notSent: "Su solicitud no se ha enviado",
  check: "Compruebe los valores marcados.",
  unchanged: "Cambie al menos un valor o escriba un mensaje.",
  alreadyOpen: ({ date }) => `Ya pidió una corrección el ${date}. La respuesta llegará por correo electrónico.`,
  limit: "Ya hay bastantes solicitudes por hoy. Vuelva a intentarlo mañana.",
  closed: "El emisor no acepta aquí solicitudes para este certificado. Contacte directamente con él.",
  busy: "Este certificado se está modificando. Vuelva a intentarlo en un momento.",
  wrong: {
    blank: "Introduzca un valor.",
    date: "Introduzca una fecha como 2026-11-20.",
    number: "Introduzca un número como 1234.5.",
    option: "Elija uno de los valores.",
    language: "Introduzca un código de idioma como es o pt-BR.",
    long: ({ most }) => `Demasiado largo. Como máximo ${most} caracteres.`,
    character: "Una sola línea, sin caracteres de control.",
    other: "Compruebe este valor.",
  },
  empty: "Ningún valor",
  back: "Volver a sus certificados",
};
