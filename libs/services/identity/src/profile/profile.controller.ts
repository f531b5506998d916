import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/contracts';
import { Call, Endpoint, Forbidden, Html, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt } from '../pages/form-failures.js';
import { noticeOf, withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { UserInvalid } from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { UpdateUser } from '../users/update.js';
import { UserFacts } from '../users/user.facts.js';
import { changedUserOf } from '../users/user.params.js';
import { presentProfileForm } from './profile-form.view.js';
import { PageParams, ProfileFormParams } from './profile.params.js';

const PROFILE = '/-/profile';
const LABELS = { website_url: 'Website', linkedin: 'LinkedIn', bio: 'The text about you' };

/** The page of what users say about themselves. */
@Controller()
export class ProfileController {
  constructor(
    private readonly userFacts: UserFacts,
    private readonly settingsFacts: SettingsFacts,
    private readonly updateUser: UpdateUser,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(PROFILE, {
    summary: "Show one's profile",
    params: PageParams,
    returns: returns.html,
    refuses: [UserNotFound],
  })
  async profile(@Call() call: CallOf<typeof PageParams>) {
    const user = await this.userFacts.one(call.user.userId);
    const data = { title: 'Profile', username: user.username, values: presentProfileForm(user) };
    return new Html(this.pages.render(call, 'profile', { ...data, notice: noticeOf(call.params.done) }));
  }

  @Endpoint.post(PROFILE, {
    summary: "Change one's profile",
    params: ProfileFormParams,
    returns: returns.html,
    refuses: [UserNotFound, Forbidden],
  })
  async changeProfile(@Call() call: CallOf<typeof ProfileFormParams>) {
    const { params, user } = call;
    const { bio, location, organization } = params;
    const cleared = { bio: bio || null, location: location || null, organization: organization || null };
    const changed = await attempt(
      async () => {
        const asked = { id: user.userId, ...params, ...cleared };
        const instance = await this.settingsFacts.forNewUsers();
        return this.updateUser.execute(user.userId, changedUserOf(asked, instance), user.userId);
      },
      [UserInvalid],
      LABELS,
    );
    if ('value' in changed) return new Redirect(withNotice(PROFILE, 'saved'));
    const data = { title: 'Profile', username: user.username, values: params, failures: changed.failures };
    return new Html(this.pages.render(call, 'profile', data), { status: 422 });
  }
}
