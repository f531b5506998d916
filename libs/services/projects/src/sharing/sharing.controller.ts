import { Controller } from '@nestjs/common';
import { Call, Endpoint, GroupNotFound, returns, type CallOf } from '@hearth/http';
import { sharingAbilities } from '../abilities.js';
import { AlreadyShared, GroupLinkNotFound, SharedWithOwnGroup, SharingDisabled } from '../refusals.js';
import { ShareParams, UnshareParams, shareTerms } from './group-link.params.js';
import { GroupLinkView, presentGroupLink } from './group-link.view.js';
import { ShareProject } from './share.js';
import { UnshareProject } from './unshare.js';

@Controller()
export class SharingController {
  constructor(
    private readonly shareProject: ShareProject,
    private readonly unshareProject: UnshareProject,
  ) {}

  @Endpoint.post('/projects/:id/share', {
    summary: 'Share a project with a group',
    can: sharingAbilities.share,
    params: ShareParams,
    returns: returns.json(GroupLinkView),
    refuses: [GroupNotFound, SharingDisabled, AlreadyShared, SharedWithOwnGroup],
  })
  async share(@Call() { params, project, user }: CallOf<typeof ShareParams>): Promise<GroupLinkView> {
    return presentGroupLink(
      await this.shareProject.execute(project.project.id, params.group_id, shareTerms(params), user),
    );
  }

  @Endpoint.delete('/projects/:id/share/:group_id', {
    summary: 'Take a project back from a group',
    can: sharingAbilities.share,
    params: UnshareParams,
    returns: returns.empty,
    refuses: [GroupLinkNotFound],
  })
  unshare(@Call() { params, project, user, unlessModified }: CallOf<typeof UnshareParams>): Promise<void> {
    return this.unshareProject.execute(project.project.id, params.group_id, user, unlessModified);
  }
}
