// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  ask: "Pedir uma correção",
  intro: "Altere o que está errado. O emissor decide e a resposta chega por e-mail.",
  message: "Mensagem para o emissor",
  send: "Enviar pedido",
  open: ({ date }) => `Pediu uma correção em ${date}. A resposta chega por e-mail.`,
  accepted: ({ date }) => `O emissor corrigiu este certificado em ${date}, como pediu.`,
  declined: ({ date }) => `O emissor recusou o seu pedido em ${date}.`,
  answer: ({ answer }) => `Mensagem do emissor: ${answer}`,
  notSent: "O seu pedido não foi enviado",
  check: "Verifique os valores assinalados.",
  unchanged: "Altere pelo menos um valor ou escreva uma mensagem.",
  alreadyOpen: ({ date }) => `Já pediu uma correção em ${date}. A resposta chega por e-mail.`,
  limit: "Já chega de pedidos por hoje. Tente de novo amanhã.",
  closed: "O emissor não aceita aqui pedidos para este certificado. Contacte-o diretamente.",
  busy: "Este certificado está a ser alterado. Tente de novo dentro de momentos.",
  wrong: {
    blank: "Introduza um valor.",
    date: "Introduza uma data como 2026-11-20.",
    number: "Introduza um número como 1234.5.",
    option: "Escolha um dos valores.",
    language: "Introduza um código de língua como pt ou pt-BR.",
    long: ({ most }) => `Demasiado longo. No máximo ${most} carateres.`,
    character: "Uma só linha, sem carateres de controlo.",
    other: "Verifique este valor.",
  },
  empty: "Nenhum valor",
  back: "Voltar aos seus certificados",
};
