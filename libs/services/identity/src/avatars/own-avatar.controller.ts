import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, Forbidden, returns, type CallOf } from '@hearth/http';
import { UserInvalid } from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { UpdateUser } from '../users/update.js';
import { changedUserOf } from '../users/user.params.js';
import { OwnAvatarParams } from './avatar.params.js';
import { OwnAvatarView, presentOwnAvatar } from './own-avatar.view.js';

/** The picture of the current user. */
@Controller()
export class OwnAvatarController {
  constructor(
    private readonly settingsFacts: SettingsFacts,
    private readonly updateUser: UpdateUser,
  ) {}

  @Endpoint.put('/user/avatar', {
    summary: "Replace one's picture, or remove it",
    params: OwnAvatarParams,
    returns: returns.json(OwnAvatarView),
    refuses: [UserNotFound, Forbidden, UserInvalid],
  })
  async replace(@Call() { params, user, caller }: CallOf<typeof OwnAvatarParams>): Promise<OwnAvatarView> {
    const asked = changedUserOf({ id: user.userId, ...params }, await this.settingsFacts.forNewUsers());
    return presentOwnAvatar(await this.updateUser.execute(user.userId, asked, user), caller.baseUrl);
  }
}
