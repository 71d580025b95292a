// Compiled from messages/ by `npm run messages`.
/** Messages in one language. */
export interface Messages {
  outcomes: {
    verified: string;
    failed: string;
    "not checkable": string;
  };
  checks: {
    pdfSignature: string;
    credential: string;
    status: string;
    file: string;
    log: string;
    head: string;
  };
  verdicts: {
    verified: {
      title: string;
      text: string;
    };
    failed: {
      title: string;
      text: string;
    };
    "not checkable": {
      title: string;
      text: string;
    };
  };
  pictureNotChecked: string;
  original: {
    title: string;
    text: string;
  };
  imports: {
    dates: (values: { awarded: string; at: string }) => string;
    through: (values: { awarded: string; issuer: string; at: string }) => string;
  };
  reasons: {
    pdfSigned: (values: { detail: string }) => string;
    credentialSigned: (values: { detail: string }) => string;
    credentialMoved: (values: { detail: string }) => string;
    notRevoked: string;
    sealed: (values: { detail: string }) => string;
    logged: (values: { detail: string }) => string;
    consistent: (values: { count: number }) => string;
    notACertificate: string;
    tooLarge: (values: { detail: string }) => string;
    pdfDamaged: string;
    pdfEncrypted: string;
    pdfAppended: string;
    pdfUnsigned: string;
    pdfChanged: string;
    pdfSignatureWrong: string;
    pdfSignerUnknown: (values: { detail: string }) => string;
    pdfCertificateExpired: (values: { detail: string }) => string;
    timestampWrong: string;
    pngDamaged: string;
    credentialMissing: string;
    credentialMalformed: string;
    credentialIssuerUnknown: (values: { detail: string }) => string;
    credentialKeyUnknown: string;
    credentialProofWrong: string;
    credentialNotYetValid: (values: { detail: string }) => string;
    expired: (values: { detail: string }) => string;
    replaced: (values: { detail: string }) => string;
    test: string;
    statusWrong: string;
    statusDisagrees: string;
    notOnRecord: string;
    otherFile: string;
    otherCredential: string;
    backdated: (values: { detail: string }) => string;
    entriesMalformed: string;
    statementWrong: string;
    leafWrong: string;
    inclusionWrong: string;
    checkpointWrong: string;
    headWrong: string;
    forked: (values: { count: number }) => string;
    keyDistrusted: (values: { detail: string }) => string;
    offline: string;
    noTrust: string;
    notTrusted: (values: { detail: string }) => string;
    unreachable: (values: { detail: string }) => string;
    listKeyUnknown: string;
    notLoggedYet: string;
    saltErased: string;
    noFile: string;
    dependsOnFailed: string;
    dependsOnLog: (values: { detail: string }) => string;
    logKeyDistrusted: (values: { detail: string }) => string;
    revoked: string;
  };
}
