import { Controller } from '@nestjs/common';
import type { GroupAccess } from '@hearth/contract-kit';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { VariableInvalid, VariableNotFound } from '../refusals.js';
import { CreateVariable } from './create.js';
import { DeleteVariable } from './delete.js';
import { UpdateVariable } from './update.js';
import { VariableFacts } from './variable.facts.js';
import {
  CreateGroupVariableParams,
  UpdateGroupVariableParams,
  GroupVariableParams,
  GroupVariablesParams,
} from './variable.params.js';
import { VariableView, presentVariable } from './variable.view.js';

@Controller()
export class GroupVariablesController {
  constructor(
    private readonly variableFacts: VariableFacts,
    private readonly createVariable: CreateVariable,
    private readonly updateVariable: UpdateVariable,
    private readonly deleteVariable: DeleteVariable,
  ) {}

  @Endpoint.get('/groups/:id/variables', {
    summary: 'List the variables of a group',
    can: abilities.adminGroupBuild,
    params: GroupVariablesParams,
    returns: returns.page(VariableView),
  })
  async list(@Call() { group, params }: CallOf<typeof GroupVariablesParams>): Promise<Page<VariableView>> {
    const { page, per_page: perPage } = params;
    return (await this.variableFacts.page(ownerOf(group), { page, perPage })).map(presentVariable);
  }

  @Endpoint.get('/groups/:id/variables/:key', {
    summary: 'Get a variable of a group',
    can: abilities.adminGroupBuild,
    params: GroupVariableParams,
    returns: returns.json(VariableView),
    refuses: [VariableNotFound],
  })
  async one(@Call() { group, params }: CallOf<typeof GroupVariableParams>): Promise<VariableView> {
    return presentVariable(await this.variableFacts.one(ownerOf(group), params.key));
  }

  @Endpoint.post('/groups/:id/variables', {
    summary: 'Create a variable of a group',
    can: abilities.adminGroupBuild,
    params: CreateGroupVariableParams,
    returns: returns.json(VariableView),
    refuses: [VariableInvalid],
  })
  async create(@Call() { group, params }: CallOf<typeof CreateGroupVariableParams>): Promise<VariableView> {
    const { key, value, protected: isProtected = false } = params;
    const variable = { key: key.trim(), value, protected: isProtected };
    return presentVariable(await this.createVariable.execute(ownerOf(group), variable));
  }

  @Endpoint.put('/groups/:id/variables/:key', {
    summary: 'Update a variable of a group',
    can: abilities.adminGroupBuild,
    params: UpdateGroupVariableParams,
    returns: returns.json(VariableView),
    refuses: [VariableNotFound],
  })
  async update(@Call() { group, params }: CallOf<typeof UpdateGroupVariableParams>): Promise<VariableView> {
    const { key, value, protected: isProtected } = params;
    const changes = { value, protected: isProtected };
    return presentVariable(await this.updateVariable.execute(ownerOf(group), key, changes));
  }

  @Endpoint.delete('/groups/:id/variables/:key', {
    summary: 'Delete a variable of a group',
    can: abilities.adminGroupBuild,
    params: GroupVariableParams,
    returns: returns.empty,
    refuses: [VariableNotFound],
  })
  delete(@Call() { group, params, unlessModified }: CallOf<typeof GroupVariableParams>): Promise<void> {
    return this.deleteVariable.execute(ownerOf(group), params.key, unlessModified);
  }
}

function ownerOf({ group: { id } }: GroupAccess) {
  return { kind: 'group', id } as const;
}
