import type { Organisation } from '../../database/entities/organisation.ts';
import { detail } from '../../errors/detail.ts';
import type { Services } from '../context.ts';
import { refusal, validationError } from '../errors.ts';
import type { MailServer } from '../ports/email.ts';
import { serverIn } from './open-server.ts';
import { confirmedAddress } from './rules.ts';
import type { SaveMailServer } from './schemas.ts';

/**
 * Returns the server that the input describes. The saved password is kept only for the server and the name that it was given for, so that
 * nobody who does not know it has it sent elsewhere.
 */
export function chooseServer(
  services: Pick<Services, 'vault'>,
  row: Organisation,
  { host, port, username, password }: SaveMailServer,
): MailServer {
  if (confirmedAddress(row, 'SENDER') === null) throw refusal('sender_not_confirmed');
  if (username === '') return { host, port, login: null };
  if (password !== undefined) return { host, port, login: { username, password } };
  const saved = serverIn(services, row);
  const isSame = saved?.host === host && saved.port === port && saved.login?.username === username;
  if (!isSame || !saved.login) throw validationError(detail('password', 'required', { accepted: 'the password' }));
  return saved;
}
