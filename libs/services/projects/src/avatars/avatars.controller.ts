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
import { NoAvatar } from '../refusals.js';
import { AvatarFacts } from './avatar.facts.js';
import {
  GroupAvatarParams,
  PresentGroupAvatarParams,
  PresentProjectAvatarParams,
  ProjectAvatarParams,
} from './avatar.params.js';
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

  @Endpoint.get('/projects/:id/avatar', {
    summary: "Download a project's picture",
    can: abilities.readProject,
    params: PresentProjectAvatarParams,
    returns: returns.stream('image/*'),
    refuses: [NoAvatar],
  })
  presentOfProject(@Call() { project }: CallOf<typeof PresentProjectAvatarParams>): Promise<Stream> {
    return this.download({ projectId: project.project.id });
  }

  @Endpoint.get('/groups/:id/avatar', {
    summary: "Download a group's picture",
    can: abilities.readGroup,
    params: PresentGroupAvatarParams,
    returns: returns.stream('image/*'),
    refuses: [NoAvatar],
  })
  presentOfGroup(@Call() { group }: CallOf<typeof PresentGroupAvatarParams>): Promise<Stream> {
    return this.download({ groupId: group.group.id });
  }

  private async download(subject: AvatarSubject): Promise<Stream> {
    const { content, contentType, etag, fileName } = await this.avatarFacts.present(subject);
    return new Stream(content, { type: contentType, etag, disposition: `attachment; filename="${fileName}"` });
  }

  private async picture(subject: AvatarSubject, file: string): Promise<Stream> {
    const { content, contentType, etag } = await this.avatarFacts.one(subject, file);
    return new Stream(content, { type: contentType, etag });
  }
}
