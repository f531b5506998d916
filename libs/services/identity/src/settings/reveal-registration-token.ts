import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Keyring, newToken } from '@hearth/secrets';
import type { ApplicationSettingsEntity } from './application-settings.entity.js';
import { SETTINGS_ID, SettingsStore } from './settings.store.js';

/** Where the token is kept, encrypted. */
const PLACE = {
  service: 'identity',
  table: 'application_settings',
  column: 'runners_registration_token',
  id: SETTINGS_ID,
} as const;

/** Tells the token by which shared runners register; the first who asks has it made. */
@Injectable()
export class RevealRegistrationToken {
  constructor(
    private readonly db: Database,
    private readonly settingsStore: SettingsStore,
    private readonly keyring: Keyring,
  ) {}

  /**
   * @param settings as they were read; where they have a token this reads nothing more
   * @returns the same token to everybody, whoever comes first
   * @throws DecryptionError when the key that it was written with is gone
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
