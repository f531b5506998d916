import { Controller } from '@nestjs/common';
import {
  Call,
  Endpoint,
  GroupNotFound,
  ProjectNotFound,
  Redirect,
  groupReference,
  returns,
  type CallOf,
} from '@hearth/http';
import { refusalOf, type Sentences } from '@hearth/pages';
import { sharingAbilities } from '../abilities.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { AlreadyShared, GroupLinkNotFound, SharedWithOwnGroup, SharingDisabled } from '../refusals.js';
import { ShareProject } from '../sharing/share.js';
import { UnshareProject } from '../sharing/unshare.js';
import { TransferTargetFacts } from '../transfers/transfer-target.facts.js';
import { MemberPage } from './member-page.js';
import { ShareFormParams, UnshareFormParams, withNotice } from './member-page.params.js';
import { membersAddress } from './member-pages.view.js';

const SENTENCES: Sentences = [
  [GroupNotFound, 'There is no group with this path that you can see.'],
  [AlreadyShared, 'The project is shared with this group already.'],
  [SharedWithOwnGroup, 'The project is in this group: its members are members of the project already.'],
  [SharingDisabled, 'A group around the project forbids to share it with other groups.'],
];

/** Forms that share a project with groups. */
@Controller()
export class ShareFormsController {
  constructor(
    private readonly transferTargetFacts: TransferTargetFacts,
    private readonly shareProject: ShareProject,
    private readonly unshareProject: UnshareProject,
    private readonly memberPage: MemberPage,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.post('/-/project/:id/group_links', {
    summary: 'Share a project with a group in a browser',
    can: sharingAbilities.share,
    params: ShareFormParams,
    returns: returns.html,
    refuses: [ProjectNotFound],
  })
  async share(@Call() call: CallOf<typeof ShareFormParams>) {
    const { group, group_access: level, share_expires_at: expiresAt = null } = call.params;
    const error = await refusalOf(async () => {
      const id = await this.transferTargetFacts.findGroup(groupReference(group), call.user);
      await this.shareProject.execute(call.project.project.id, id, { level, expiresAt }, call.user);
    }, SENTENCES);
    if (error === null) return new Redirect(withNotice(membersAddress('project', call), 'shared'));
    const values = { group, group_access: level, share_expires_at: expiresAt ?? '' };
    return this.memberPage.show('project', call, { values, failures: [{ field: 'group', text: error }] });
  }

  @Endpoint.post('/-/project/:id/group_links/:group_id/delete', {
    summary: 'Take a project back from a group in a browser',
    can: sharingAbilities.share,
    params: UnshareFormParams,
    returns: returns.html,
    refuses: [GroupLinkNotFound],
  })
  async unshare(@Call() call: CallOf<typeof UnshareFormParams>) {
    const { params, project, user, unlessModified } = call;
    const back = membersAddress('project', call);
    if (!params.confirmed) {
      const text = 'Members of the group lose the access that the share gives them.';
      return this.pages.confirm(call, { title: 'Stop sharing?', text, button: 'Stop sharing', back });
    }
    await this.unshareProject.execute(project.project.id, params.group_id, user, unlessModified);
    return new Redirect(withNotice(back, 'unshared'));
  }
}
