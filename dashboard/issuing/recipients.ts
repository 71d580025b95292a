import { t } from '@lingui/core/macro';
import { splitTags } from '../../tables/values/split-tags.ts';
import { lastDay } from '../components/last-day.ts';
import type { Outputs } from '../lib/session.ts';

export type Template = Outputs['templates']['list']['templates'][number];
export type Variable = Template['variables'][number];

/** Input for a recipient. `key` is its path in the API's errors, so that each error finds its field. */
export interface Field {
  key: string;
  label: string;
  /** Name of its column in a table. */
  name: string;
  /** The design's definition, for a variable. */
  variable?: Variable;
  /** Accepted values of a field that is not a variable; any text if omitted. */
  input?: Pick<Variable, 'type' | 'format' | 'options' | 'default' | 'sample' | 'required'>;
  /** True for the recipient's name, which is always required. */
  isRecipientName?: boolean;
}

/** Recipient's texts by field key. */
export type Values = Readonly<Record<string, string>>;

export interface Recipient {
  variables: Record<string, string>;
  recipientEmail?: string;
  externalId?: string;
  awardedOn?: string;
  expiresAt?: string;
  renewalOf?: string;
  language?: string;
  tags?: string[];
}

export const EMAIL: Field = { key: 'recipientEmail', label: t`E-mail address`, name: 'recipientEmail' };
export const EXTERNAL_ID: Field = { key: 'externalId', label: t`Your reference`, name: 'externalId' };
const DAY = { type: 'date', format: null, options: null, default: null, sample: null, required: false } as const;
export const AWARDED_ON: Field = { key: 'awardedOn', label: t`Award date`, name: 'awardedOn', input: DAY };
export const EXPIRES_AT: Field = { key: 'expiresAt', label: t`Valid until`, name: 'expiresAt', input: DAY };
/** The renewed certificate, in tables only. */
export const RENEWAL_OF: Field = { key: 'renewalOf', label: t`Renewal of`, name: 'renewalOf' };

/** Language of mails and page, in tables only. */
export const LANGUAGE: Field = { key: 'language', label: t`Language`, name: 'language' };

/** Tags of the row, in tables only. */
export const TAGS: Field = { key: 'tags', label: t`Tags`, name: 'tags' };

/** Fields of every certificate, besides the variables of its template. All are optional. */
export const COMMON_FIELDS: readonly Field[] = [EMAIL, EXTERNAL_ID, AWARDED_ON, EXPIRES_AT, RENEWAL_OF, LANGUAGE, TAGS];

/** Returns the template's variables as fields, the recipient's name first. */
export function variableFields({ variables, recipientNameVariable }: Template): Field[] {
  const isRecipientName = ({ name }: Variable) => name === recipientNameVariable;
  return [...variables.filter(isRecipientName), ...variables.filter((one) => !isRecipientName(one))].map(
    (variable) => ({
      key: `variables.${variable.name}`,
      label: variable.label,
      name: variable.name,
      variable,
      isRecipientName: isRecipientName(variable),
    }),
  );
}

/** Returns a recipient as accepted by the API. Omits optional fields that are empty. */
export function toRecipient(variables: readonly Field[], values: Values): Recipient {
  const common = COMMON_FIELDS.flatMap(({ key }) => {
    const value = values[key]?.trim();
    return value ? [[key, key === TAGS.key ? splitTags(value) : value]] : [];
  });
  return {
    variables: Object.fromEntries(variables.map(({ key, name }) => [name, values[key] ?? ''])),
    ...Object.fromEntries(common),
  };
}

type IssuedField = 'variables' | 'recipientEmail' | 'externalId' | 'awardedOn' | 'expiresAt' | 'timeZone' | 'language';
type Issued = Pick<Outputs['certificates']['get'], IssuedField>;

/** Returns a certificate's texts as form values. */
export const valuesOf = ({ variables, recipientEmail, externalId, awardedOn, ...more }: Issued): Values => ({
  ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [`variables.${name}`, value])),
  ...(recipientEmail && { [EMAIL.key]: recipientEmail }),
  ...(externalId && { [EXTERNAL_ID.key]: externalId }),
  [AWARDED_ON.key]: awardedOn,
  ...(more.expiresAt && { [EXPIRES_AT.key]: lastDay(more.expiresAt, more.timeZone) }),
  ...(more.language && { [LANGUAGE.key]: more.language }),
});
