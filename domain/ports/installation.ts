/** A current or former address of the installation. */
export interface InstallationAddress {
  /** URL such as `https://certificates.example.org`, without a trailing slash. */
  url: string;
  /** Start of its use; null if it was used before addresses were recorded. */
  from: Date | null;
  /** End of its use; null for the current one. */
  until: Date | null;
}

/** Addresses of the installation. */
export interface Installation {
  /** Address of the API, the dashboard, the log and the issuers' DID documents. */
  readonly address: string;
  /** All addresses, oldest first. An address that was used twice is listed twice. */
  readonly addresses: readonly InstallationAddress[];
}
