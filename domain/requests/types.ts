import type { VariableDetails } from '../../templates-engine/index.ts';

/** Variable of a certificate for which a recipient can propose another value. */
export interface Askable extends Pick<VariableDetails, 'name' | 'label' | 'type' | 'options' | 'required'> {
  isRecipientName: boolean;
  /** True for the variable with the language of the certificate. */
  isLanguage: boolean;
  /** Present value. */
  value: string;
}
