import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';

/** Statements of the product, run by pg alone: no validation, layout or signatures. */
const SQL = {
  limit: `insert into rate_limits values ($1, 1, $2) on conflict (key) do update set
    points = case when rate_limits.expire <= $3 then 1 else rate_limits.points + 1 end,
    expire = case when rate_limits.expire <= $3 then $2 else rate_limits.expire end returning points, expire`,
  byHash: `select c.*, t.name as template_name, v.digest, o.organization_name from certificates c
    join templates t on t.organisation_id = c.template_organisation_id and t.id = c.template_id
    join template_versions v
      on v.organisation_id = t.organisation_id and v.template_id = t.id and v.version = c.template_version
    join organisations o on o.id = c.organisation_id where c.verification_hash = $1`,
  hit: `insert into verification_counts as counts (organisation_id, certificate_id, hits, last_at, views, linked_in) values ($1, $2, 1, now(), 0, 0)
    on conflict (organisation_id, certificate_id) do update set hits = counts.hits + 1, last_at = excluded.last_at`,
  byId: `select c.*, t.name as template_name, (select e.status from emails e
      where e.organisation_id = c.organisation_id and e.certificate_id = c.id order by e.id desc limit 1) as email_status
    from certificates c join templates t on t.organisation_id = c.template_organisation_id and t.id = c.template_id
    where c.organisation_id = $1 and c.id = $2`,
  version: `select t.organisation_id, t.id, t.name, v.version, v.digest, v.detected_variables, v.recipient_name_variable,
    o.organization_name from templates t
    join template_versions v on v.organisation_id = t.organisation_id and v.template_id = t.id and v.version = t.current_version
    join organisations o on o.id = $1 where t.id = $2 and (t.organisation_id = $1 or t.type = 'PUBLIC') limit 1`,
  debit: `with debit as (update credit_balances set balance = balance - 1, entries = entries + 1
      where organisation_id = $1 and balance >= 1 returning balance, entries),
    entry as (insert into credit_entries (organisation_id, id, kind, amount, certificate_id, batch_id, created_at, number, mac)
      select $1::uuid, $2::uuid, 'DEBIT', -1, $3::uuid, null, now(), entries, '\\x00' from debit)
    select balance from debit`,
  certificate: `with used as (insert into template_usage (organisation_id, template_id, times_used) values ($1, $2, 1)
      on conflict (organisation_id, template_id) do update set times_used = template_usage.times_used + excluded.times_used)
    insert into certificates (organisation_id, id, template_organisation_id, template_id, template_version, recipient_name,
      variables, verification_hash, nonce, file_key, created_at, awarded_on, time_zone, render_status, proof_salt, mac, template_name, address)
    values ($1, $3, $4, $2, $5, $6, $7, $8, $9, $10, now(), current_date, 'UTC', 'PENDING', $8, $8, 'Diploma', 'http://localhost')`,
  job: `select count(*) from laurel_renders.add_jobs(array(
    select spec from json_populate_recordset(null::laurel_renders.job_spec, $1::json) as spec))`,
};

const MINUTE = 60_000;

/** Runs in a separate process. Serves three operations, hand-written for speed, with a pool as large as the product's. */
async function serve(databaseUrl: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const keys = new Map<string, { organisation_id: string; until: number }>();
  const takeTurn = (key: string) => pool.query(SQL.limit, [key, Date.now() + MINUTE, Date.now()]);
  const app = express().disable('x-powered-by').disable('etag');
  app.get('/api/v1/verify/:hash', async (request, response) => {
    await takeTurn(`bare:${request.ip}`);
    const { rows } = await pool.query(SQL.byHash, [Buffer.from(request.params.hash, 'hex')]);
    const [row] = rows;
    await pool.query(SQL.hit, [row.organisation_id, row.id]);
    const certificate = { id: row.id, recipientName: row.recipient_name, templateName: row.template_name };
    response.json({ valid: true, certificate });
  });
  /** Returns the only organisation of the benchmark. The product caches keys briefly, too. */
  const organisationOf = async (authorization = ''): Promise<string> => {
    const known = keys.get(authorization);
    if (known && known.until > Date.now()) return known.organisation_id;
    const { rows } = await pool.query('select * from api_keys order by created_at desc limit 1');
    keys.set(authorization, { ...rows[0], until: Date.now() + 800 });
    return rows[0].organisation_id;
  };
  app.get('/api/v1/certificates/:id', async (request, response) => {
    const organisation = await organisationOf(request.headers.authorization);
    await takeTurn(`bare:${organisation}`);
    const { id } = request.params;
    const [row] = (await pool.query(SQL.byId, [organisation, id])).rows;
    const template = { id: row.template_id, name: row.template_name };
    response.json({ id, recipientName: row.recipient_name, template, emailStatus: row.email_status });
  });
  app.post('/api/v1/certificates', express.json(), async (request, response) => {
    const organisation = await organisationOf(request.headers.authorization);
    await takeTurn(`bare:${organisation}`);
    const [version] = (await pool.query(SQL.version, [organisation, request.body.templateId])).rows;
    const id = uuidv7();
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query(SQL.debit, [organisation, randomUUID(), id]);
      const { variables } = request.body;
      const hash = createHash('sha256').update(JSON.stringify(variables)).update(id).digest();
      const values = [version.organisation_id, version.version, variables.name, variables, hash];
      await client.query(SQL.certificate, [organisation, version.id, id, ...values, randomBytes(32), randomBytes(16)]);
      const payload = { organisationId: organisation, certificateId: id };
      await client.query(SQL.job, [JSON.stringify([{ identifier: 'render-certificate', payload, max_attempts: 10 }])]);
      await client.query('commit');
      response.status(201).json({ id, recipientName: variables.name, credits: { remaining: rows[0].balance } });
    } finally {
      client.release();
    }
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

process.stdout.write(`${await serve(process.argv[2] ?? '')}\n`);
