import { Controller } from '@nestjs/common';
import type { ProjectAccess } from '@hearth/contract-kit';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { VariableInvalid, VariableNotFound } from '../refusals.js';
import { CreateVariable } from './create.js';
import { DeleteVariable } from './delete.js';
import { UpdateVariable } from './update.js';
import { VariableFacts } from './variable.facts.js';
import { CreateVariableParams, UpdateVariableParams, VariableParams, VariablesParams } from './variable.params.js';
import { VariableView, presentVariable } from './variable.view.js';

@Controller()
export class VariablesController {
  constructor(
    private readonly variableFacts: VariableFacts,
    private readonly createVariable: CreateVariable,
    private readonly updateVariable: UpdateVariable,
    private readonly deleteVariable: DeleteVariable,
  ) {}

  @Endpoint.get('/projects/:id/variables', {
    summary: 'List the variables of a project',
    can: abilities.adminBuild,
    params: VariablesParams,
    returns: returns.page(VariableView),
  })
  async list(@Call() { project, params }: CallOf<typeof VariablesParams>): Promise<Page<VariableView>> {
    const { page, per_page: perPage } = params;
    return (await this.variableFacts.page(ownerOf(project), { page, perPage })).map(presentVariable);
  }

  @Endpoint.get('/projects/:id/variables/:key', {
    summary: 'Get a variable of a project',
    can: abilities.adminBuild,
    params: VariableParams,
    returns: returns.json(VariableView),
    refuses: [VariableNotFound],
  })
  async one(@Call() { project, params }: CallOf<typeof VariableParams>): Promise<VariableView> {
    return presentVariable(await this.variableFacts.one(ownerOf(project), params.key));
  }

  @Endpoint.post('/projects/:id/variables', {
    summary: 'Create a variable of a project',
    can: abilities.adminBuild,
    params: CreateVariableParams,
    returns: returns.json(VariableView),
    refuses: [VariableInvalid],
  })
  async create(@Call() { project, params }: CallOf<typeof CreateVariableParams>): Promise<VariableView> {
    const { key, value, protected: isProtected = false } = params;
    const variable = { key: key.trim(), value, protected: isProtected };
    return presentVariable(await this.createVariable.execute(ownerOf(project), variable));
  }

  @Endpoint.put('/projects/:id/variables/:key', {
    summary: 'Update a variable of a project',
    can: abilities.adminBuild,
    params: UpdateVariableParams,
    returns: returns.json(VariableView),
    refuses: [VariableNotFound],
  })
  async update(@Call() { project, params }: CallOf<typeof UpdateVariableParams>): Promise<VariableView> {
    const { key, value, protected: isProtected } = params;
    const changes = { value, protected: isProtected };
    return presentVariable(await this.updateVariable.execute(ownerOf(project), key, changes));
  }

  @Endpoint.delete('/projects/:id/variables/:key', {
    summary: 'Delete a variable of a project',
    can: abilities.adminBuild,
    params: VariableParams,
    returns: returns.empty,
    refuses: [VariableNotFound],
  })
  delete(@Call() { project, params, unlessModified }: CallOf<typeof VariableParams>): Promise<void> {
    return this.deleteVariable.execute(ownerOf(project), params.key, unlessModified);
  }
}

function ownerOf({ project: { id } }: ProjectAccess) {
  return { kind: 'project', id } as const;
}
