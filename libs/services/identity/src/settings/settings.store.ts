import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import { ApplicationSettingsEntity } from './application-settings.entity.js';
import type { SettingsChange } from './settings.rules.js';

/** Id of the only row. */
export const SETTINGS_ID = 1;
const ONE = { id: SETTINGS_ID };

/** Settings that rules of other services depend on. */
export type SharedSettings = Pick<
  ApplicationSettingsEntity,
  | 'defaultProjectVisibility'
  | 'defaultGroupVisibility'
  | 'restrictedVisibilities'
  | 'defaultProjectCreation'
  | 'defaultBranchName'
>;
const SHARED = `select default_project_visibility as "defaultProjectVisibility", default_group_visibility as "defaultGroupVisibility",
    restricted_visibility_levels as "restrictedVisibilities", default_project_creation as "defaultProjectCreation",
    default_branch_name as "defaultBranchName"
  from application_settings where id = $1`;
const PASSWORDS = `
  select password_authentication_enabled_for_web as "forWeb", password_authentication_enabled_for_git as "forGit"
  from application_settings where id = $1`;

/** All SQL about the settings of the instance. They are not cached: a change applies from the next request on. */
@Injectable()
export class SettingsStore {
  read(db: Db): Promise<ApplicationSettingsEntity> {
    return db.repository(ApplicationSettingsEntity).findOneByOrFail(ONE);
  }

  /** Reads those for other services, which most writes of projects and issues need. */
  async readShared(db: Db): Promise<SharedSettings> {
    const [settings] = await db.prepared<SharedSettings & Row>(SHARED, [SETTINGS_ID]);
    return settings!;
  }

  /** Returns where passwords are accepted: each Basic authentication with a password asks for it. */
  async passwords(db: Db): Promise<{ forWeb: boolean; forGit: boolean }> {
    const [passwords] = await db.prepared<{ forWeb: boolean; forGit: boolean }>(PASSWORDS, [SETTINGS_ID]);
    return passwords!;
  }

  /** Locks the settings until the transaction ends. */
  lock(tx: Tx): Promise<ApplicationSettingsEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(ApplicationSettingsEntity).findOneOrFail({ where: ONE, lock });
  }

  async change(tx: Tx, change: SettingsChange, now: Date): Promise<void> {
    await tx.repository(ApplicationSettingsEntity).update(ONE, { ...change, updatedAt: now });
  }

  /** @param sealed ciphertext that is bound to this row and column */
  async keepRegistrationToken(tx: Tx, sealed: string): Promise<void> {
    await tx.repository(ApplicationSettingsEntity).update(ONE, { runnersRegistrationToken: sealed });
  }
}
