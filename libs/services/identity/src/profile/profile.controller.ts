import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, Forbidden, Html, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { attempt, type FormFailure } from '@hearth/pages';
import type { z } from 'zod';
import { noticeOf, withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { UserInvalid } from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { UpdateUser } from '../users/update.js';
import { UserFacts } from '../users/user.facts.js';
import { changedUserOf, type UpdateUserParams } from '../users/user.params.js';
import { avatarPathOf } from '../users/user.view.js';
import { presentProfileForm } from './profile-form.view.js';
import { PageParams, ProfileFormParams, RemoveAvatarParams, type ProfileForm } from './profile.params.js';

const PROFILE = '/-/profile';
const LABELS = { website_url: 'Website', linkedin: 'LinkedIn', bio: 'The text about you', avatar: 'Picture' };

/** Page of the current user's profile. */
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
  profile(@Call() call: CallOf<typeof PageParams>) {
    return this.page(call, { notice: noticeOf(call.params.done) });
  }

  @Endpoint.post(PROFILE, {
    summary: "Change one's profile",
    params: ProfileFormParams,
    returns: returns.html,
    refuses: [UserNotFound, Forbidden],
  })
  async changeProfile(@Call() call: CallOf<typeof ProfileFormParams>) {
    const { avatar, ...values } = call.params;
    const { bio, location, organization } = values;
    const cleared = { bio: bio || null, location: location || null, organization: organization || null };
    // Some browsers send an empty file for an empty field, so only the button removes the avatar.
    const changed = await attempt(
      () => this.change(call, { ...values, ...cleared, ...(avatar && { avatar }) }),
      [UserInvalid],
      LABELS,
    );
    if ('value' in changed) return new Redirect(withNotice(PROFILE, 'saved'));
    return this.page(call, { values, failures: changed.failures });
  }

  @Endpoint.post(`${PROFILE}/avatar/delete`, {
    summary: "Remove one's picture",
    params: RemoveAvatarParams,
    returns: returns.html,
    refuses: [UserNotFound, Forbidden],
  })
  async removeAvatar(@Call() call: CallOf<typeof RemoveAvatarParams>) {
    if (!call.params.confirmed) {
      const text = 'Others see your name without a picture from then on.';
      return this.pages.confirm(call, { title: 'Remove your picture?', text, button: 'Remove', back: PROFILE });
    }
    await this.change(call, { avatar: null });
    return new Redirect(withNotice(PROFILE, 'deleted'));
  }

  private async change(
    { user }: EndpointCall<unknown>,
    fields: Omit<z.output<typeof UpdateUserParams>, 'id'>,
  ): Promise<void> {
    const asked = changedUserOf({ id: user.userId, ...fields }, await this.settingsFacts.forNewUsers());
    await this.updateUser.execute(user.userId, asked, user);
  }

  /** @param shown without values, the page shows the stored profile */
  private async page(
    call: EndpointCall<unknown>,
    shown: { values?: ProfileForm; notice?: string | null; failures?: readonly FormFailure[] },
  ): Promise<Html> {
    const user = await this.userFacts.one(call.user.userId);
    const { username } = user;
    const data = { title: 'Profile', username, avatar: avatarPathOf(user), values: presentProfileForm(user), ...shown };
    return this.pages.page(call, 'profile', data);
  }
}
