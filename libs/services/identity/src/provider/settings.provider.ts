import { Injectable } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { OutputOf } from '@hearth/contract-kit';
import { ReadSettings } from '@hearth/contracts';
import { SettingsFacts } from '../settings/settings.facts.js';

/** Answers what other services ask about the settings of the instance. */
@Injectable()
export class SettingsProvider {
  constructor(private readonly settings: SettingsFacts) {}

  @Answers(ReadSettings)
  async readSettings(): Promise<OutputOf<typeof ReadSettings>> {
    const { defaultProjectVisibility, defaultGroupVisibility, restrictedVisibilities } = await this.settings.current();
    return { defaultProjectVisibility, defaultGroupVisibility, restrictedVisibilities };
  }
}
