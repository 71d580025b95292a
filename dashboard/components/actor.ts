import { t } from '@lingui/core/macro';

/** Form in which records name the key that a program called with. */
const KEY = /^API key “(.*)”$/s;

/** Returns the name of a member, a key or the operator in the page's language. Records have it in English. */
export function actorText(name: string): string {
  if (name === 'Operator') return t`Operator`;
  const [, keyName] = KEY.exec(name) ?? [];
  return keyName === undefined ? name : t`API key “${keyName}”`;
}
