import type { Words } from '../texts.ts';

export const pt: Words = {
  valid: ['Este certificado é válido.', 'É exatamente o que foi emitido e não foi revogado.'],
  revoked: ['Este certificado foi revogado.', 'Foi emitido e depois retirado pelo emissor.'],
  altered: [
    'Este certificado foi alterado.',
    'O que está guardado não é o que foi emitido. Não confie nele e contacte o emissor.',
  ],
  unknown: [
    'Certificado desconhecido',
    'Nenhum certificado tem este endereço. Verifique se está completo ou contacte o emissor.',
  ],
  tooMany: 'Demasiados pedidos',
  recipient: 'Titular',
  certificate: 'Certificado',
  issuedBy: 'Emitido por',
  issuedOn: 'Emitido em',
  revokedOn: 'Revogado em',
  reason: 'Motivo',
  download: 'Transferir o PDF',
  pending: 'Os ficheiros estão a ser criados. Recarregue a página dentro de momentos.',
  hash: 'Código de verificação',
  linkedIn: 'Adicionar ao LinkedIn',
  share: 'Partilhar',
  copied: 'Ligação copiada.',
  check:
    'Recebeu um PDF ou uma imagem? Escolha o ficheiro ou largue-o aqui para saber se é o que foi emitido. O ficheiro não é enviado.',
  same: 'Este ficheiro é exatamente o que foi emitido.',
  other: 'Este ficheiro não é o que foi emitido.',
  otherText:
    'Não confie neste ficheiro. O certificado deste endereço está descrito abaixo; aí pode transferir o ficheiro autêntico.',
  imageOf: (name) => `O certificado de ${name}`,
  nowNamed: (name) => `(atualmente «${name}»)`,
  credential: 'Credencial (Open Badges)',
  language: 'Idioma',
};
