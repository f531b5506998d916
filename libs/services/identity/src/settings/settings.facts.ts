import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { ApplicationSettingsEntity } from './application-settings.entity.js';
import { SettingsStore, type SharedSettings } from './settings.store.js';

/** Reads of the settings. They are never cached. */
@Injectable()
export class SettingsFacts {
  constructor(
    private readonly db: Database,
    private readonly settingsStore: SettingsStore,
  ) {}

  current(): Promise<ApplicationSettingsEntity> {
    return this.settingsStore.read(this.db);
  }

  /** Returns the settings that rules of other services depend on. */
  shared(): Promise<SharedSettings> {
    return this.settingsStore.readShared(this.db);
  }

  /** Returns the defaults of new users. */
  async forNewUsers(): Promise<{ external: boolean; projectsLimit: number; canCreateGroup: boolean }> {
    const { userDefaultExternal: external, defaultProjectsLimit: projectsLimit, canCreateGroup } = await this.current();
    return { external, projectsLimit, canCreateGroup };
  }

  /** Returns whether the visibility `public` is restricted. */
  async restrictsPublic(): Promise<boolean> {
    return (await this.current()).restrictedVisibilities.includes('public');
  }
}
