/** What a code says, and what helps. */
export interface Entry {
  /**
   * What is wrong, then what is accepted. `{name}` stands for a parameter; a part in brackets is left out where its parameter is not
   * given.
   */
  message: string;
  cause: string;
  fix: string;
}
