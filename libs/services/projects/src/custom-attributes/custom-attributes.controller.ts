import { Controller } from '@nestjs/common';
import { CustomAttributeInvalid, CustomAttributeView, presentCustomAttribute } from '@hearth/custom-attributes';
import { Call, Endpoint, PreconditionFailed, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { RecordNotFound } from '../refusals.js';
import { CustomAttributeFacts } from './custom-attribute.facts.js';
import {
  GroupAttributeParams,
  GroupAttributesParams,
  ProjectAttributeParams,
  ProjectAttributesParams,
  SetGroupAttributeParams,
  SetProjectAttributeParams,
} from './custom-attribute.params.js';
import { DeleteCustomAttribute } from './delete.js';
import { SetCustomAttribute } from './set.js';

/** What admins attach to projects. */
@Controller()
export class ProjectAttributesController {
  constructor(
    private readonly facts: CustomAttributeFacts,
    private readonly setting: SetCustomAttribute,
    private readonly deletion: DeleteCustomAttribute,
  ) {}

  @Endpoint.get('/projects/:id/custom_attributes', {
    summary: 'List the custom attributes of a project',
    admin: true,
    can: abilities.readProject,
    params: ProjectAttributesParams,
    returns: returns.json(CustomAttributeView.array()),
  })
  async list(@Call() { project }: CallOf<typeof ProjectAttributesParams>): Promise<CustomAttributeView[]> {
    return (await this.facts.all({ projectId: project.project.id })).map(presentCustomAttribute);
  }

  @Endpoint.get('/projects/:id/custom_attributes/:key', {
    summary: 'Get a custom attribute of a project',
    admin: true,
    can: abilities.readProject,
    params: ProjectAttributeParams,
    returns: returns.json(CustomAttributeView),
    refuses: [RecordNotFound],
  })
  async one(@Call() { project, params }: CallOf<typeof ProjectAttributeParams>): Promise<CustomAttributeView> {
    return presentCustomAttribute(await this.facts.one({ projectId: project.project.id }, params.key));
  }

  @Endpoint.put('/projects/:id/custom_attributes/:key', {
    summary: 'Set a custom attribute of a project',
    admin: true,
    can: abilities.readProject,
    params: SetProjectAttributeParams,
    returns: returns.json(CustomAttributeView),
    refuses: [CustomAttributeInvalid],
  })
  async set(@Call() { project, params }: CallOf<typeof SetProjectAttributeParams>): Promise<CustomAttributeView> {
    return presentCustomAttribute(await this.setting.execute({ projectId: project.project.id }, params));
  }

  @Endpoint.delete('/projects/:id/custom_attributes/:key', {
    summary: 'Delete a custom attribute of a project',
    admin: true,
    can: abilities.readProject,
    params: ProjectAttributeParams,
    returns: returns.empty,
    refuses: [RecordNotFound, PreconditionFailed],
  })
  async delete(@Call() { project, params, unlessModified }: CallOf<typeof ProjectAttributeParams>): Promise<void> {
    await this.deletion.execute({ projectId: project.project.id }, params.key, unlessModified);
  }
}

/** What admins attach to groups. */
@Controller()
export class GroupAttributesController {
  constructor(
    private readonly facts: CustomAttributeFacts,
    private readonly setting: SetCustomAttribute,
    private readonly deletion: DeleteCustomAttribute,
  ) {}

  @Endpoint.get('/groups/:id/custom_attributes', {
    summary: 'List the custom attributes of a group',
    admin: true,
    can: abilities.readGroup,
    params: GroupAttributesParams,
    returns: returns.json(CustomAttributeView.array()),
  })
  async list(@Call() { group }: CallOf<typeof GroupAttributesParams>): Promise<CustomAttributeView[]> {
    return (await this.facts.all({ groupId: group.group.id })).map(presentCustomAttribute);
  }

  @Endpoint.get('/groups/:id/custom_attributes/:key', {
    summary: 'Get a custom attribute of a group',
    admin: true,
    can: abilities.readGroup,
    params: GroupAttributeParams,
    returns: returns.json(CustomAttributeView),
    refuses: [RecordNotFound],
  })
  async one(@Call() { group, params }: CallOf<typeof GroupAttributeParams>): Promise<CustomAttributeView> {
    return presentCustomAttribute(await this.facts.one({ groupId: group.group.id }, params.key));
  }

  @Endpoint.put('/groups/:id/custom_attributes/:key', {
    summary: 'Set a custom attribute of a group',
    admin: true,
    can: abilities.readGroup,
    params: SetGroupAttributeParams,
    returns: returns.json(CustomAttributeView),
    refuses: [CustomAttributeInvalid],
  })
  async set(@Call() { group, params }: CallOf<typeof SetGroupAttributeParams>): Promise<CustomAttributeView> {
    return presentCustomAttribute(await this.setting.execute({ groupId: group.group.id }, params));
  }

  @Endpoint.delete('/groups/:id/custom_attributes/:key', {
    summary: 'Delete a custom attribute of a group',
    admin: true,
    can: abilities.readGroup,
    params: GroupAttributeParams,
    returns: returns.empty,
    refuses: [RecordNotFound, PreconditionFailed],
  })
  async delete(@Call() { group, params, unlessModified }: CallOf<typeof GroupAttributeParams>): Promise<void> {
    await this.deletion.execute({ groupId: group.group.id }, params.key, unlessModified);
  }
}
