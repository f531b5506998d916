import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { CheckRegistrationTokenQuery, ReadSettingsQuery } from '@hearth/identity-contracts';
import { CheckRegistrationToken } from '../settings/check-registration-token.js';
import { Mailer } from '../mail/mailer.js';
import { SettingsFacts } from '../settings/settings.facts.js';

/** Answers what other services ask about the settings of the instance. */
@Controller()
export class SettingsProvider {
  constructor(
    private readonly settingsFacts: SettingsFacts,
    private readonly mailer: Mailer,
    private readonly checkRegistrationTokenQuery: CheckRegistrationToken,
  ) {}

  @Answers(ReadSettingsQuery)
  async readSettings(): Promise<OutputOf<typeof ReadSettingsQuery>> {
    const { defaultProjectVisibility, defaultGroupVisibility, restrictedVisibilities } =
      await this.settingsFacts.current();
    const sendsMail = this.mailer.configured;
    return { defaultProjectVisibility, defaultGroupVisibility, restrictedVisibilities, sendsMail };
  }

  @Answers(CheckRegistrationTokenQuery)
  async checkRegistrationToken({
    token,
  }: InputOf<typeof CheckRegistrationTokenQuery>): Promise<OutputOf<typeof CheckRegistrationTokenQuery>> {
    return { valid: await this.checkRegistrationTokenQuery.execute(token) };
  }
}
