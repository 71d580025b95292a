import { Migration } from '@mikro-orm/migrations';

/** The transparency log: its tiles, its signed heads, how far each copy is, and what was restored from one. */
export class Migration20261122020000 extends Migration {
  override up(): void {
    for (const statement of log) this.addSql(statement);
  }
}

const log = [
  `create table log_tiles (
    level smallint not null check (level >= -1),
    index bigint not null check (index >= 0),
    width smallint not null check (width between 1 and 256),
    bytes bytea not null,
    primary key (level, index)
  )`,
  `create table log_heads (
    size bigint primary key check (size >= 0),
    checkpoint text not null,
    created_at timestamptz(3) not null
  )`,
  // One history: a head that was signed is neither changed nor followed by a smaller one, whatever a program does.
  `create function log_heads_only_grow() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' or exists (select from log_heads where size >= new.size) then
        raise exception 'heads of the log only grow';
      end if;
      return new;
    end $$`,
  `create trigger log_heads_only_grow before insert or update or delete on log_heads
    for each row execute function log_heads_only_grow()`,
  `create table log_copies (
    place text primary key,
    size bigint not null,
    due_at timestamptz(3) not null
  )`,
  `create table log_restores (
    from_index bigint primary key check (from_index >= 0),
    to_index bigint not null check (to_index > from_index),
    note text not null
  )`,
];
