import { Agent, get } from 'node:http';
import { expect, test } from 'vitest';
import { describeJudgedBy } from '../proof/judges.ts';
import { figure, isLong, timing } from '../support/faults.ts';
import { freePort } from '../support/free-port.ts';
import { launchProduct, startWorker } from '../support/installation.ts';
import { Laurel } from '../support/laurel.ts';
import { ended, Nginx } from '../support/nginx.ts';

const REQUESTS = 10_000;

describeJudgedBy(['nginx'], 'behind nginx', () => {
  test.runIf(isLong)(
    'three rolling restarts of two APIs and two workers lose none of 10,000 requests',
    async () => {
      const settings = { ROLE: 'api', PORT: String(await freePort()), RATE_LIMIT_DEFAULT: '1000000' };
      const laurel = await Laurel.start(settings, { isApart: true });
      const tenant = await laurel.tenant();
      const environment = laurel.operatorEnvironment();
      const ports = [Number(environment.PORT), await freePort()];
      const apis = [laurel.process, (await launchProduct({ ...environment, PORT: String(ports[1]) })).process];
      const workers = [startWorker(environment), startWorker(environment)];
      const nginx = await Nginx.start(ports);
      const lost: string[] = [];
      let slowest = 0;
      const asking = { done: 0, isOver: false };
      const agent = new Agent({ keepAlive: true });
      const ask = async () => {
        while (asking.done < REQUESTS || !asking.isOver) {
          asking.done++;
          const began = performance.now();
          const answer = await statusOf(`${nginx.url}/api/v1/credits`, tenant.key, agent).catch((error) =>
            String(error),
          );
          slowest = Math.max(slowest, performance.now() - began);
          if (answer !== 200) lost.push(String(answer));
        }
      };
      const load = Promise.all(Array.from({ length: 8 }, ask));
      for (let round = 0; round < 3; round++) {
        for (const [index, port] of ports.entries()) {
          await ended(apis[index]);
          apis[index] = (await launchProduct({ ...environment, PORT: String(port) })).process;
          await ended(workers[index]);
          workers[index] = startWorker(environment);
        }
      }
      asking.isOver = true;
      await load;
      agent.destroy();
      await nginx.stop();
      await Promise.all([...apis, ...workers].map(ended));
      figure({
        fault: 'F33',
        what: 'requests lost in rolling restarts',
        measured: lost.slice(0, 20).join(', '),
        wanted: '',
      });
      timing({
        fault: 'F33',
        what: 'slowest request in rolling restarts',
        measured: slowest,
        wanted: 2000,
        unit: 'ms',
      });
      expect(asking.done).toBeGreaterThanOrEqual(REQUESTS);
    },
    600_000,
  );
});

const statusOf = (url: string, key: string, agent: Agent): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { Authorization: `Bearer ${key}` } }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode))
        .on('error', reject);
    }).on('error', reject);
  });
