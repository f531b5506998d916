import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { ApplicationSettingsEntity } from './application-settings.entity.js';
import { SettingsStore } from './settings.store.js';

/** What is read of the settings, afresh each time. */
@Injectable()
export class SettingsFacts {
  constructor(
    private readonly db: Database,
    private readonly settingsStore: SettingsStore,
  ) {}

  current(): Promise<ApplicationSettingsEntity> {
    return this.settingsStore.read(this.db);
  }

  /** What new users have whom nobody said anything else about. */
  async forNewUsers(): Promise<{ external: boolean; projectsLimit: number }> {
    const { userDefaultExternal: external, defaultProjectsLimit: projectsLimit } = await this.current();
    return { external, projectsLimit };
  }

  /** Whether nothing of the instance may be public. */
  async restrictsPublic(): Promise<boolean> {
    return (await this.current()).restrictedVisibilities.includes('public');
  }
}
