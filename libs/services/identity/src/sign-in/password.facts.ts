import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { SettingsStore } from '../settings/settings.store.js';
import { SINGLE_SIGN_ON, type SingleSignOnSettings } from '../single-sign-on/provider-settings.js';

/** Reads where passwords are accepted: nowhere if the operator has switched them off, else where admins accept them. */
@Injectable()
export class PasswordFacts {
  constructor(
    private readonly db: Database,
    private readonly settingsStore: SettingsStore,
    @Inject(SINGLE_SIGN_ON) private readonly settings: SingleSignOnSettings,
  ) {}

  /** Whether passwords sign in on pages. They do if there is no other way. */
  async onPages(): Promise<boolean> {
    const { passwords, provider } = this.settings;
    return passwords && (provider === undefined || (await this.settingsStore.passwords(this.db)).forWeb);
  }

  /** Whether passwords open git over HTTP, and the API by Basic authentication. */
  async overHttp(): Promise<boolean> {
    return this.settings.passwords && (await this.settingsStore.passwords(this.db)).forGit;
  }

  async anywhere(): Promise<boolean> {
    const { passwords, provider } = this.settings;
    if (!passwords || provider === undefined) return passwords;
    const { forWeb, forGit } = await this.settingsStore.passwords(this.db);
    return forWeb || forGit;
  }
}
