/** An address that the installation hands out, or handed out once. */
export interface InstallationAddress {
  /** As in `https://certificates.example.org`, without a slash at its end. */
  url: string;
  /** Start of its use; null for one that was used before addresses were recorded. */
  from: Date | null;
  /** End of its use; null for the present one. */
  until: Date | null;
}

/** Address of the installation. */
export interface Installation {
  /** Its address: of the API, the dashboard, the log and the issuers' DID documents. */
  readonly address: string;
  /** All addresses, the oldest first. An address that was used twice is listed twice. */
  readonly addresses: readonly InstallationAddress[];
}
