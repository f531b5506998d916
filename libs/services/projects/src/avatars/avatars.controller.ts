import { Controller } from '@nestjs/common';
import {
  Call,
  Endpoint,
  GroupNotFound,
  ProjectNotFound,
  RouteNotFound,
  Stream,
  returns,
  type CallOf,
} from '@hearth/http';
import { abilities } from '../abilities.js';
import { AvatarFacts } from './avatar.facts.js';
import { GroupAvatarParams, ProjectAvatarParams } from './avatar.params.js';
import type { AvatarSubject } from './avatar.rules.js';

/** Serves pictures to callers who may see their projects and groups, with a token as to the API or with the session of a page. */
@Controller()
export class AvatarsController {
  constructor(private readonly avatarFacts: AvatarFacts) {}

  @Endpoint.get('/uploads/-/system/project/avatar/:id/:file', {
    summary: "Get a project's picture",
    at: 'root',
    credentials: 'token-or-session',
    can: abilities.readProject,
    params: ProjectAvatarParams,
    returns: returns.stream('image/*'),
    refuses: [ProjectNotFound, RouteNotFound],
  })
  ofProject(@Call() { project, params }: CallOf<typeof ProjectAvatarParams>): Promise<Stream> {
    return this.picture({ projectId: project.project.id }, params.file);
  }

  @Endpoint.get('/uploads/-/system/group/avatar/:id/:file', {
    summary: "Get a group's picture",
    at: 'root',
    credentials: 'token-or-session',
    can: abilities.readGroup,
    params: GroupAvatarParams,
    returns: returns.stream('image/*'),
    refuses: [GroupNotFound, RouteNotFound],
  })
  ofGroup(@Call() { group, params }: CallOf<typeof GroupAvatarParams>): Promise<Stream> {
    return this.picture({ groupId: group.group.id }, params.file);
  }

  private async picture(subject: AvatarSubject, file: string): Promise<Stream> {
    const { content, contentType, etag } = await this.avatarFacts.one(subject, file);
    return new Stream(content, { type: contentType, etag });
  }
}
