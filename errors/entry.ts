/** Message of a code, with its usual cause and the remedy. */
export interface Entry {
  /**
   * States what is wrong, then what is accepted. `{name}` stands for a parameter; a part in brackets is left out where its parameter is not
   * given.
   */
  message: string;
  cause: string;
  fix: string;
}
