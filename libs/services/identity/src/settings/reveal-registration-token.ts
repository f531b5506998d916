import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Keyring, newToken } from '@hearth/secrets';
import type { ApplicationSettingsEntity } from './application-settings.entity.js';
import { SETTINGS_ID, SettingsStore } from './settings.store.js';

/** Column of the encrypted token. */
const PLACE = {
  service: 'identity',
  table: 'application_settings',
  column: 'runners_registration_token',
  id: SETTINGS_ID,
} as const;

/** Returns the registration token of shared runners; the first read creates it. */
@Injectable()
export class RevealRegistrationToken {
  constructor(
    private readonly db: Database,
    private readonly settingsStore: SettingsStore,
    private readonly keyring: Keyring,
  ) {}

  /**
   * @param settings settings as read; if they have a token, nothing else is read
   * @returns the same token for concurrent first reads, too
   * @throws DecryptionError when the key of the stored token is missing
   */
  async execute(settings: ApplicationSettingsEntity): Promise<string> {
    const sealed = settings.runnersRegistrationToken ?? (await this.make());
    return this.keyring.decrypt(sealed, PLACE);
  }

  private async make(): Promise<string> {
    return this.db.tx(async (tx) => {
      const { runnersRegistrationToken: known } = await this.settingsStore.lock(tx);
      if (known !== null) return known;
      const sealed = this.keyring.encrypt(newToken(), PLACE);
      await this.settingsStore.keepRegistrationToken(tx, sealed);
      return sealed;
    });
  }
}
