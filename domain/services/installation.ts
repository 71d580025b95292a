/** An address that the installation hands out, or handed out once. */
export interface InstallationAddress {
  /** As in `https://certificates.example.org`, without a slash at its end. */
  url: string;
  /** Start of its use; null for one that was used before addresses were recorded. */
  from: Date | null;
  /** End of its use; null for the present one. */
  until: Date | null;
}

/** Where the installation is found. */
export interface Installation {
  /** Its address: of the API, the dashboard, the log and the issuers' DID documents. */
  readonly address: string;
  /** All its addresses, the oldest first. One that it came back to is listed for each time. */
  readonly addresses: readonly InstallationAddress[];
}
