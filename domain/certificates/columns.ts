import { type CertificateData, CertificateSchema } from '../../database/entities/certificate.ts';

type Column = keyof CertificateData & string;

const isColumn = (name: string): name is Column => name !== 'searchText';

/** Columns of a certificate `c` except the search text. A prepared statement cannot use `*`. */
export const CERTIFICATE_COLUMNS = Object.keys(CertificateSchema.properties)
  .filter(isColumn)
  .map((name) => `c.${name}` as const);
