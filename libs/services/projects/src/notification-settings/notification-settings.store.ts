import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';
import type { Digest } from '../notification-digests/digest.rules.js';
import type { MemberSourceKind } from '../members/membership.rules.js';
import {
  DEFAULT_EVENTS,
  defaultSetting,
  EVENTS,
  type NotificationChanges,
  type NotificationEvent,
  type NotificationLevel,
  type NotificationScope,
  type NotificationSetting,
} from './notification-setting.rules.js';

const GLOBAL = 'project_id is null and namespace_id is null';
const STATEMENTS = {
  project: statementsOf('project_id', 'projects'),
  group: statementsOf('namespace_id', 'namespaces'),
  global: {
    find: `select level, events from notification_settings where user_id = $1 and ${GLOBAL}`,
    save: saving('user_id', '$1::bigint', `(user_id) where ${GLOBAL}`),
  },
};
const EMAIL = `select email from notification_settings where user_id = $1 and ${GLOBAL} and email is not null`;
const DIGEST = `select digest from notification_settings where user_id = $1 and ${GLOBAL}`;
const SET_DIGEST = `update notification_settings set digest = $2 where user_id = $1 and ${GLOBAL}`;
const DISABLE_SOURCES = `update notification_settings set level = 'disabled' where user_id = $1 and level <> 'global' and not (${GLOBAL})`;
const SET_EMAIL = `update notification_settings set email = $2 where user_id = $1 and ${GLOBAL}`;

/** Setting of a user in a project or group. */
export interface SourceSetting {
  readonly kind: MemberSourceKind;
  readonly id: number;
  readonly level: NotificationLevel;
}

/** A project or group that was deleted meanwhile gets no row. */
function statementsOf(column: string, table: string) {
  return {
    find: `select level, events from notification_settings where user_id = $1 and ${column} = $2`,
    save: saving(
      `user_id, ${column}`,
      '$1::bigint, source.id',
      `(${column}, user_id) where ${column} is not null`,
      `from ${table} source where source.id = $6`,
    ),
  };
}

/** `$2` level or null, `$3` level of a new row, `$4` events to leave out, `$5` events to add. */
function saving(columns: string, values: string, conflict: string, from = ''): string {
  const events = (present: string) =>
    `array(select unnest(${present}) except select unnest($4::text[]) union select unnest($5::text[]) order by 1)`;
  return `insert into notification_settings as s (${columns}, level, events)
    select ${values}, coalesce($2::text, $3::text), ${events(`'{${DEFAULT_EVENTS.join(',')}}'::text[]`)} ${from}
    on conflict ${conflict} do update set level = coalesce($2::text, s.level), events = ${events('s.events')}`;
}

/** SQL of the settings of users. */
@Injectable()
export class NotificationSettingsStore {
  async find(db: Db, userId: UserId, scope: NotificationScope): Promise<NotificationSetting> {
    const [setting] = await db.prepared<NotificationSetting & Row>(STATEMENTS[scope.kind].find, [
      userId,
      ...idOf(scope),
    ]);
    return setting ?? defaultSetting(scope);
  }

  async save(tx: Tx, userId: UserId, scope: NotificationScope, { level, events }: NotificationChanges): Promise<void> {
    const set = (value: boolean): NotificationEvent[] => EVENTS.filter((name) => events[name] === value);
    const values = [userId, level ?? null, defaultSetting(scope).level, set(false), set(true), ...idOf(scope)];
    await tx.prepared(STATEMENTS[scope.kind].save, values);
  }

  /** Settings in projects and groups, the newest first; those at the level `global` are left out. */
  ofSources(db: Db, userId: UserId, request: PageRequest): Promise<Page<SourceSetting>> {
    const columns = `case when s.project_id is null then 'group' else 'project' end as kind,
      coalesce(s.project_id, s.namespace_id) as id, s.level`;
    const rows = (parameter: Parameter) => `from notification_settings s
      where s.user_id = ${parameter(userId)} and num_nonnulls(s.project_id, s.namespace_id) = 1 and s.level <> 'global'`;
    return readPage<SourceSetting>(db, request, plainList({ columns, rows, order: 's.id desc' }));
  }

  async digest(db: Db, userId: UserId): Promise<Digest> {
    const [row] = await db.prepared<{ digest: Digest }>(DIGEST, [userId]);
    return row?.digest ?? 'none';
  }

  /** Of a user who has a stored setting for the instance. */
  async setDigest(tx: Tx, userId: UserId, digest: Digest): Promise<void> {
    await tx.prepared(SET_DIGEST, [userId, digest]);
  }

  /** Sets the level `disabled` where a user has another one for a project or group. */
  async disableSources(tx: Tx, userId: UserId): Promise<void> {
    await tx.prepared(DISABLE_SOURCES, [userId]);
  }

  /** Address that the user has chosen for mails; null without one. */
  async email(db: Db, userId: UserId): Promise<string | null> {
    const [row] = await db.prepared<{ email: string }>(EMAIL, [userId]);
    return row?.email ?? null;
  }

  /** Of a user who has a stored setting for the instance. */
  async setEmail(tx: Tx, userId: UserId, email: string): Promise<void> {
    await tx.prepared(SET_EMAIL, [userId, email]);
  }
}

function idOf(scope: NotificationScope): number[] {
  return scope.kind === 'global' ? [] : [scope.id];
}
