import { type CertificateData, CertificateSchema } from '../../database/entities/certificate.ts';

type Column = keyof CertificateData & string;

const isColumn = (name: string): name is Column => name !== 'searchText';

/** The columns of a certificate `c`, without the one that searches read: a prepared statement can't have `*`. */
export const CERTIFICATE_COLUMNS = Object.keys(CertificateSchema.properties)
  .filter(isColumn)
  .map((name) => `c.${name}` as const);
