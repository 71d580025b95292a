import { defineEntity, p } from '@mikro-orm/core';

/** Time of a worker's last heartbeat. Jobs of a silent worker are released (jobs/runner/heartbeat.ts). */
export const WorkerHeartbeatSchema = defineEntity({
  name: 'WorkerHeartbeat',
  tableName: 'worker_heartbeats',
  properties: {
    workerId: p.text().primary(),
    queue: p.text(),
    beatAt: p.datetime().columnType('timestamptz'),
  },
});
