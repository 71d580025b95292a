import type pg from 'pg';

/** The schemas of our tables; Graphile Worker creates its own, and MikroORM the table of migrations. */
const OURS = `n.nspname in ('public', 'auth') and c.relname not like 'laurel_migrations%'`;
const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace and ${OURS}`;

/** Queries whose rows are the statements that create the database, in the order of their running. */
const STATEMENTS = [
  `select format('create extension %I', extname) from pg_extension where extname <> 'plpgsql' order by extname`,
  `select format('create schema %I', nspname) from pg_namespace where nspname = 'auth'`,
  // Functions call those that were created before them.
  `select rtrim(pg_get_functiondef(p.oid), E'\\n') from pg_proc p
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by p.oid`,
  `select format(E'create %stable %s (\\n%s\\n)%s', case relpersistence when 'u' then 'unlogged ' else '' end, c.oid::regclass,
      (select string_agg('  ' || line, E',\\n' order by place, name) from (
        select attnum as place, attname as name, format('%I %s', attname, format_type(atttypid, atttypmod))
          || case when attnotnull then ' not null' else '' end
          || case attgenerated when '' then coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
            else format(' generated always as (%s) stored', pg_get_expr(adbin, adrelid)) end as line
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped
        union all
        select 10000 + position(contype in 'puc'), conname, format('constraint %I %s', conname, pg_get_constraintdef(oid, true))
        from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'c')) lines),
      case when reloptions is null then '' else ' with (' || array_to_string(reloptions, ', ') || ')' end)
    from ${TABLES} where relkind = 'r' order by n.nspname, relname`,
  `select format('alter table %s alter column %I set storage external', c.oid::regclass, attname)
    from ${TABLES} join pg_attribute on attrelid = c.oid and attstorage = 'e' where relkind = 'r' order by 1`,
  `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(f.oid, true))
    from ${TABLES} join pg_constraint f on conrelid = c.oid and contype = 'f' order by n.nspname, relname, conname`,
  `select pg_get_indexdef(i.indexrelid, 0, true) from ${TABLES} join pg_index i on indrelid = c.oid
    where not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
    order by n.nspname, relname, i.indexrelid::regclass::text`,
  `select pg_get_triggerdef(t.oid, true) from ${TABLES} join pg_trigger t on tgrelid = c.oid and not tgisinternal order by 1`,
  `select format('create view %s as %s', c.oid::regclass, rtrim(pg_get_viewdef(c.oid, true), ';')) from ${TABLES}
    where relkind = 'v' order by c.oid`,
];

/** The SQL that creates our part of a database: what database/schema.sql has of a migrated one. */
export async function dumpSchema(client: pg.Client): Promise<string> {
  const statements: string[] = [];
  for (const text of STATEMENTS) {
    const { rows } = await client.query<[string]>({ text, rowMode: 'array' });
    statements.push(...rows.map(([statement]) => `${statement};\n`));
  }
  return `-- The schema of a migrated database, for reading. npm run schema writes it.\n\n${statements.join('\n')}`;
}

/** The columns of the tables in the schema `public`, each in a line: table, name, type, default and place in the key. */
export async function listColumns(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<[string]>({
    text: `select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod),
        case when attnotnull then 'not null' end,
        case attgenerated when '' then 'default ' else 'generated ' end || pg_get_expr(adbin, adrelid),
        'key ' || array_position(i.indkey::int2[], attnum))
      from ${TABLES} and n.nspname = 'public'
      join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where relkind = 'r' order by 1`,
    rowMode: 'array',
  });
  return rows.map(([line]) => line);
}
