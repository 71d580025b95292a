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
  test: {
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
    how: string;
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
  hidden: string;
  my: {
    hiding: {
      title: string;
      shown: string;
      hid: string;
      hide: string;
      show: string;
      links: string;
      about: string;
      made: (values: { date: string }) => string;
      copy: string;
      revoke: string;
      add: string;
      refusedTitle: string;
      refused: string;
      many: string;
      limit: string;
    };
    title: string;
    intro: string;
    email: string;
    send: string;
    once: string;
    sent: {
      title: string;
      text: string;
      missing: string;
    };
    enter: {
      text: (values: { address: string }) => string;
      button: string;
    };
    used: {
      title: string;
      text: string;
    };
    add: {
      title: string;
      text: (values: { first: string; second: string }) => string;
      button: string;
    };
    elsewhere: {
      title: string;
      text: (values: { first: string; second: string }) => string;
    };
    full: {
      title: string;
      text: (values: { count: string }) => string;
    };
    ended: string;
    none: string;
    valid: string;
    creating: string;
    open: string;
    older: string;
    newest: string;
    addresses: {
      title: string;
      text: string;
      send: string;
      separate: string;
      known: string;
    };
    leave: {
      title: string;
      text: string;
      button: string;
    };
    foreign: {
      title: string;
      text: string;
    };
    tooMany: string;
  };
  confirmMailbox: {
    title: string;
    button: string;
    done: string;
    doneText: (values: { organisation: string; address: string }) => string;
    ended: string;
    endedText: string;
    sender: (values: { organisation: string; address: string }) => string;
    copies: (values: { organisation: string; address: string }) => string;
  };
  unsubscribe: {
    title: string;
    reminders: (values: { organisation: string }) => string;
    digest: (values: { organisation: string }) => string;
    button: string;
    done: string;
    doneText: string;
    again: string;
  };
  imageOf: (values: { name: string }) => string;
}
