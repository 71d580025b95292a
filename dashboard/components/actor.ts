import { t } from '@lingui/core/macro';
import { keyNameIn, OPERATOR_NAME } from '../../domain/shared/caller-name.ts';

/** Returns the name of a member, a key or the operator in the page's language. Records have it in English. */
export function actorText(name: string): string {
  if (name === OPERATOR_NAME) return t`Operator`;
  const keyName = keyNameIn(name);
  return keyName === null ? name : t`API key “${keyName}”`;
}
