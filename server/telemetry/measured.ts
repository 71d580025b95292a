import type { Mailer } from '../../domain/ports/email.ts';
import type { VerificationServices } from '../../domain/verification/verify.ts';
import type { Telemetry } from './meter.ts';

/** Returns the services with their renderings, signatures, files, e-mails and webhooks measured and traced. */
export function measured(services: VerificationServices, { metrics, tracing }: Telemetry): VerificationServices {
  if (!metrics && !tracing) return services;
  const stage = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const done = metrics?.stages.startTimer({ stage: name });
    try {
      return await (tracing ? tracing.span(name, { kind: 'internal' }, work) : work());
    } finally {
      done?.();
    }
  };
  const { renderer, pdfSigner, storage, egress } = services;
  const mailer = measuredMailer(services.mailer, { metrics, tracing });
  return {
    ...services,
    renderer: over(renderer, { render: (request) => stage('draw', () => renderer.render(request)) }),
    pdfSigner: over(pdfSigner, { sign: (...given) => stage('sign', () => pdfSigner.sign(...given)) }),
    storage: over(storage, { put: (...given) => stage('store', () => storage.put(...given)) }),
    mailer,
    memberMailer: mailer,
    egress: over(egress, {
      async post(...given) {
        const work = () => egress.post(...given);
        const result = await (tracing ? tracing.span('webhook', { kind: 'client' }, work) : work());
        metrics?.webhooks.inc({
          outcome: result.status === null ? 'unreachable' : `${Math.floor(result.status / 100)}xx`,
        });
        return result;
      },
    }),
  };
}

const measuredMailer = (mailer: Mailer, { metrics, tracing }: Telemetry): Mailer =>
  over(mailer, {
    async send(...given) {
      const work = () => mailer.send(...given);
      const outcome = await (tracing ? tracing.span('mail', { kind: 'client' }, work) : work());
      const [{ server }] = given;
      metrics?.mails.inc({ outcome: outcome.state, server: server ? 'own' : 'installation' });
      return outcome;
    },
  });

/** Returns an object with some of its methods replaced. All other members remain. */
const over = <Whole extends object>(whole: Whole, some: Partial<Whole>): Whole =>
  new Proxy(whole, {
    get: (target, name) => {
      if (name in some) return some[name as keyof Whole];
      const value = target[name as keyof Whole];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
