/** Looks records up in the DNS. */
export interface Dns {
  /** Returns the texts of a name's TXT records, at most 20. Empty without any; null if no name server answers in time. */
  texts(name: string): Promise<string[] | null>;
}
