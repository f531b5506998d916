import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { CheckRegistrationTokenQuery, CountUsersQuery, ReadSettingsQuery } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { CheckRegistrationToken } from '../settings/check-registration-token.js';
import { Mailer } from '../mail/mailer.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { UserCountsStore } from '../users/user-counts.store.js';

/** Answers what other services ask about the instance: its settings, and how many users it has. */
@Controller()
export class SettingsProvider {
  constructor(
    private readonly settingsFacts: SettingsFacts,
    private readonly mailer: Mailer,
    private readonly checkRegistrationTokenQuery: CheckRegistrationToken,
    private readonly db: Database,
    private readonly userCountsStore: UserCountsStore,
  ) {}

  @Answers(ReadSettingsQuery)
  async readSettings(): Promise<OutputOf<typeof ReadSettingsQuery>> {
    return { ...(await this.settingsFacts.shared()), sendsMail: this.mailer.configured };
  }

  @Answers(CountUsersQuery)
  countUsers(): Promise<OutputOf<typeof CountUsersQuery>> {
    return this.userCountsStore.counts(this.db);
  }

  @Answers(CheckRegistrationTokenQuery)
  async checkRegistrationToken({
    token,
  }: InputOf<typeof CheckRegistrationTokenQuery>): Promise<OutputOf<typeof CheckRegistrationTokenQuery>> {
    return { valid: await this.checkRegistrationTokenQuery.execute(token) };
  }
}
