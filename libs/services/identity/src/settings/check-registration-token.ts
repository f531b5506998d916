import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { tokenHash } from '@hearth/secrets';
import { RevealRegistrationToken } from './reveal-registration-token.js';
import { SettingsFacts } from './settings.facts.js';

/** Checks a registration token of shared runners. */
@Injectable()
export class CheckRegistrationToken {
  constructor(
    private readonly settingsFacts: SettingsFacts,
    private readonly revealRegistrationToken: RevealRegistrationToken,
  ) {}

  /** @returns false also before the token was first read, and therefore created */
  async execute(token: string): Promise<boolean> {
    const settings = await this.settingsFacts.current();
    if (settings.runnersRegistrationToken === null) return false;
    const [given, known] = [token, await this.revealRegistrationToken.execute(settings)].map((each) =>
      Buffer.from(tokenHash(each)),
    );
    return timingSafeEqual(given!, known!);
  }
}
