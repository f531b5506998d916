import { Inject, Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database } from '@hearth/data';
import { Clock } from '../clock.js';
import { SettingsInvalid } from '../refusals.js';
import { SINGLE_SIGN_ON, type SingleSignOnSettings } from '../single-sign-on/provider-settings.js';
import type { ApplicationSettingsEntity } from './application-settings.entity.js';
import { settingsFailures, type SettingsChange } from './settings.rules.js';
import { SETTINGS_ID, SettingsStore } from './settings.store.js';

/** Changes settings of the instance. */
@Injectable()
export class UpdateSettings {
  constructor(
    private readonly db: Database,
    private readonly settingsStore: SettingsStore,
    private readonly clock: Clock,
    private readonly audit: Audit,
    @Inject(SINGLE_SIGN_ON) private readonly singleSignOn: SingleSignOnSettings,
  ) {}

  /**
   * @returns the settings after the change
   * @throws SettingsInvalid with all failures
   */
  async execute(change: SettingsChange): Promise<ApplicationSettingsEntity> {
    const failures = settingsFailures(change, this.singleSignOn.provider !== undefined);
    if (Object.keys(failures).length > 0) throw SettingsInvalid({ failures });
    return this.db.tx(async (tx) => {
      await this.settingsStore.change(tx, change, this.clock.now());
      const subject = { type: 'settings', id: SETTINGS_ID };
      await this.audit.append(tx, { kind: 'settings.updated', subject, details: change });
      return this.settingsStore.read(tx);
    });
  }
}
