import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { SettingsInvalid } from '../refusals.js';
import type { ApplicationSettingsEntity } from './application-settings.entity.js';
import { settingsFailures, type SettingsChange } from './settings.rules.js';
import { SettingsStore } from './settings.store.js';

/** Changes settings of the instance. */
@Injectable()
export class UpdateSettings {
  constructor(
    private readonly database: Database,
    private readonly store: SettingsStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the settings as they are then
   * @throws SettingsInvalid with everything that is wrong
   */
  async execute(change: SettingsChange): Promise<ApplicationSettingsEntity> {
    const failures = settingsFailures(change);
    if (Object.keys(failures).length > 0) throw SettingsInvalid({ failures });
    return this.database.tx(async (tx) => {
      await this.store.change(tx, change, this.clock.now());
      return this.store.read(tx);
    });
  }
}
