import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { SettingsInvalid } from '../refusals.js';
import { NoParams } from '../users/user.params.js';
import { RevealRegistrationToken } from './reveal-registration-token.js';
import { SettingsFacts } from './settings.facts.js';
import { UpdateSettingsParams, settingsChangeOf } from './settings.params.js';
import { SettingsView, presentSettings } from './settings.view.js';
import { UpdateSettings } from './update.js';

/** Settings of the instance. Only for admins: they include the registration token of shared runners. */
@Controller()
export class SettingsController {
  constructor(
    private readonly settingsFacts: SettingsFacts,
    private readonly revealRegistrationToken: RevealRegistrationToken,
    private readonly updateSettings: UpdateSettings,
  ) {}

  @Endpoint.get('/application/settings', {
    summary: 'Read the settings of the instance',
    admin: true,
    params: NoParams,
    returns: returns.json(SettingsView),
  })
  async read() {
    const settings = await this.settingsFacts.current();
    return presentSettings(settings, await this.revealRegistrationToken.execute(settings));
  }

  @Endpoint.put('/application/settings', {
    summary: 'Change settings of the instance',
    admin: true,
    params: UpdateSettingsParams,
    returns: returns.json(SettingsView),
    refuses: [SettingsInvalid],
  })
  async update(@Call() { params }: CallOf<typeof UpdateSettingsParams>) {
    const settings = await this.updateSettings.execute(settingsChangeOf(params));
    return presentSettings(settings, await this.revealRegistrationToken.execute(settings));
  }
}
