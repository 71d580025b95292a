// Compiled from messages/ by `npm run messages`.
/** Messages in one language. */
export interface Messages {
  valid: {
    title: string;
    text: string;
  };
  revoked: {
    text: string;
    mark: string;
    title: string;
  };
  expired: {
    title: string;
    text: string;
    mark: string;
  };
  imported: {
    valid: string;
    expired: string;
    same: string;
    on: string;
    issuer: string;
  };
  former: {
    title: string;
    text: (values: { date: string }) => string;
    open: string;
    file: (values: { date: string }) => string;
  };
  renewed: {
    text: string;
    link: string;
  };
  altered: {
    title: string;
    text: string;
    mark: string;
  };
  unknown: {
    title: string;
    text: string;
  };
  tooMany: string;
  recipient: string;
  certificate: string;
  number: string;
  issuedBy: string;
  issuedOn: string;
  awardedOn: string;
  correctedOn: string;
  validUntil: string;
  revokedOn: string;
  reason: string;
  download: (values: { format: string }) => string;
  pending: string;
  hash: string;
  post: string;
  otherApps: string;
  copyLink: string;
  copied: string;
  check: string;
  choose: string;
  same: string;
  other: {
    title: string;
    text: string;
  };
  nowNamed: (values: { name: string }) => string;
  credential: string;
  language: string;
  certificateLanguage: string;
  start: {
    title: string;
    intro: string;
    file: string;
    busy: string;
    page: string;
    typed: string;
    search: string;
    neither: string;
    trust: string;
  };
  linkedIn: {
    add: string;
    how: string;
    name: string;
    issuer: string;
    issued: string;
    expires: string;
    id: string;
    url: string;
    copy: string;
  };
  imageOf: (values: { name: string }) => string;
}
