import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, GroupNotFound, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt, type FormFailure } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { DeleteGroup } from '../groups/delete.js';
import { groupChanges } from '../groups/group.params.js';
import { UpdateGroup } from '../groups/update.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { GroupInvalid, GroupNotTransferred, NamespaceNotFound, NamespaceNotOnTop } from '../refusals.js';
import { SetStorageLimit } from '../repositories/set-storage-limit.js';
import { TransferGroup } from '../transfers/transfer-group.js';
import { TransferTargetFacts } from '../transfers/transfer-target.facts.js';
import { GroupSettingsPage } from './group-settings-page.js';
import {
  DeleteGroupFormParams,
  GroupSettingsFormParams,
  GroupSettingsPageParams,
  GroupStorageFormParams,
  RemoveGroupAvatarParams,
  TransferGroupFormParams,
  noticeOf,
  withNotice,
} from './settings-page.params.js';
import { LABELS } from './settings-pages.view.js';

const WRONG_PATH: FormFailure = { field: 'full_path', text: 'Type the full path of the group to delete it.' };

/** Page of the settings of a group. */
@Controller()
export class GroupSettingsController {
  constructor(
    private readonly groupSettingsPage: GroupSettingsPage,
    private readonly updateGroup: UpdateGroup,
    private readonly transferTargetFacts: TransferTargetFacts,
    private readonly transferGroup: TransferGroup,
    private readonly setStorageLimit: SetStorageLimit,
    private readonly deleteGroup: DeleteGroup,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/group/:id/edit', {
    summary: 'Show the settings of a group',
    can: abilities.updateGroup,
    params: GroupSettingsPageParams,
    returns: returns.html,
    refuses: [GroupNotFound],
  })
  show(@Call() call: CallOf<typeof GroupSettingsPageParams>) {
    return this.groupSettingsPage.show(call, { notice: noticeOf(call.params.done) });
  }

  @Endpoint.post('/-/group/:id/edit', {
    summary: 'Change the settings of a group in a browser',
    can: abilities.updateGroup,
    params: GroupSettingsFormParams,
    returns: returns.html,
    refuses: [GroupNotFound, Forbidden],
  })
  async update(@Call() call: CallOf<typeof GroupSettingsFormParams>) {
    const { avatar, ...values } = call.params;
    const asked = groupChanges({ ...values, ...(avatar && { avatar }) });
    const made = await attempt(
      () => this.updateGroup.execute(call.group.group.id, asked, call.user),
      [GroupInvalid],
      LABELS,
    );
    if ('failures' in made) return this.groupSettingsPage.show(call, { values, ...made });
    return this.back(call, values.path === undefined ? 'saved' : 'moved');
  }

  @Endpoint.post('/-/group/:id/avatar/delete', {
    summary: 'Remove the picture of a group in a browser',
    can: abilities.updateGroup,
    params: RemoveGroupAvatarParams,
    returns: returns.html,
    refuses: [GroupNotFound, Forbidden],
  })
  async removeAvatar(@Call() call: CallOf<typeof RemoveGroupAvatarParams>) {
    const { id, fullPath } = call.group.group;
    if (!call.params.confirmed) {
      const text = 'The group is shown without one from then on.';
      const back = `/groups/${fullPath}/-/edit`;
      return this.pages.confirm(call, { title: 'Remove the picture?', text, button: 'Remove', back });
    }
    await this.updateGroup.execute(id, { avatar: null, settings: {} }, call.user);
    return this.back(call, 'saved');
  }

  @Endpoint.post('/-/group/:id/transfer', {
    summary: 'Transfer a group into another one, or to the top, in a browser',
    can: abilities.updateGroup,
    params: TransferGroupFormParams,
    returns: returns.html,
    refuses: [Forbidden, GroupNotFound],
  })
  async transfer(@Call() call: CallOf<typeof TransferGroupFormParams>) {
    const { params, user } = call;
    const { id, fullPath } = call.group.group;
    const { group_id: parent } = params;
    if (!params.confirmed)
      return this.pages.confirm(call, {
        title: 'Transfer the group?',
        text: 'The addresses of everything in it change, and the members of the groups around it. The old addresses redirect until they are taken.',
        button: 'Transfer',
        back: `/groups/${fullPath}/-/edit`,
        fields: [['group_id', String(parent ?? '')]],
      });
    const made = await attempt(async () => {
      const parentId = parent === undefined ? null : await this.transferTargetFacts.findGroup({ id: parent }, user);
      await this.transferGroup.execute(id, parentId, user);
    }, [GroupNotTransferred]);
    return 'failures' in made ? this.groupSettingsPage.show(call, made) : this.back(call, 'moved');
  }

  @Endpoint.post('/-/group/:id/storage', {
    summary: 'Limit the size of all repositories in a group in a browser',
    admin: true,
    can: abilities.updateGroup,
    params: GroupStorageFormParams,
    returns: returns.html,
    refuses: [NamespaceNotFound, NamespaceNotOnTop, GroupNotFound],
  })
  async limitStorage(@Call() call: CallOf<typeof GroupStorageFormParams>) {
    await this.setStorageLimit.execute(call.group.group.id, call.params.storage_size_limit ?? null);
    return this.back(call, 'saved');
  }

  @Endpoint.post('/-/group/:id/delete', {
    summary: 'Delete a group with its subgroups and projects in a browser',
    can: abilities.removeGroup,
    params: DeleteGroupFormParams,
    returns: returns.html,
    refuses: [GroupNotFound],
  })
  async delete(@Call() call: CallOf<typeof DeleteGroupFormParams>) {
    const { id, fullPath } = call.group.group;
    if (call.params.full_path !== fullPath) return this.groupSettingsPage.show(call, { failures: [WRONG_PATH] });
    await this.deleteGroup.execute(id, call.user);
    return new Redirect('/dashboard/groups');
  }

  private async back(call: CallOf<typeof GroupSettingsPageParams>, notice: Parameters<typeof withNotice>[1]) {
    return new Redirect(withNotice(await this.groupSettingsPage.address(call), notice));
  }
}
