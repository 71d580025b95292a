import { defineEntity, p } from '@mikro-orm/core';

/** When a worker was last alive; the jobs of one that is silent are released (jobs/heartbeat.ts). */
export const WorkerHeartbeatSchema = defineEntity({
  name: 'WorkerHeartbeat',
  tableName: 'worker_heartbeats',
  properties: {
    workerId: p.text().primary(),
    queue: p.text(),
    beatAt: p.datetime().columnType('timestamptz'),
  },
});
