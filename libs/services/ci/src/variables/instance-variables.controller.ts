import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { VariableInvalid, VariableNotFound } from '../refusals.js';
import { CreateVariable } from './create.js';
import { DeleteVariable } from './delete.js';
import { UpdateVariable } from './update.js';
import { VariableFacts } from './variable.facts.js';
import {
  CreateInstanceVariableParams,
  InstanceVariableParams,
  InstanceVariablesParams,
  UpdateInstanceVariableParams,
  newVariable,
  variableChanges,
} from './variable.params.js';
import { InstanceVariableView, presentInstanceVariable } from './variable.view.js';

const INSTANCE = { kind: 'instance', id: 1 } as const;

@Controller()
export class InstanceVariablesController {
  constructor(
    private readonly variableFacts: VariableFacts,
    private readonly createVariable: CreateVariable,
    private readonly updateVariable: UpdateVariable,
    private readonly deleteVariable: DeleteVariable,
  ) {}

  @Endpoint.get('/admin/ci/variables', {
    summary: 'List the variables for the jobs of all projects',
    admin: true,
    params: InstanceVariablesParams,
    returns: returns.page(InstanceVariableView),
  })
  async list(@Call() { params }: CallOf<typeof InstanceVariablesParams>): Promise<Page<InstanceVariableView>> {
    const { page, per_page: perPage } = params;
    return (await this.variableFacts.page(INSTANCE, { page, perPage })).map(presentInstanceVariable);
  }

  @Endpoint.get('/admin/ci/variables/:key', {
    summary: 'Get a variable for the jobs of all projects',
    admin: true,
    params: InstanceVariableParams,
    returns: returns.json(InstanceVariableView),
    refuses: [VariableNotFound],
  })
  async one(@Call() { params }: CallOf<typeof InstanceVariableParams>): Promise<InstanceVariableView> {
    return presentInstanceVariable(await this.variableFacts.one(INSTANCE, params));
  }

  @Endpoint.post('/admin/ci/variables', {
    summary: 'Create a variable for the jobs of all projects',
    admin: true,
    params: CreateInstanceVariableParams,
    returns: returns.json(InstanceVariableView),
    refuses: [VariableInvalid],
  })
  async create(@Call() { params }: CallOf<typeof CreateInstanceVariableParams>): Promise<InstanceVariableView> {
    return presentInstanceVariable(await this.createVariable.execute(INSTANCE, newVariable(params)));
  }

  @Endpoint.put('/admin/ci/variables/:key', {
    summary: 'Update a variable for the jobs of all projects',
    admin: true,
    params: UpdateInstanceVariableParams,
    returns: returns.json(InstanceVariableView),
    refuses: [VariableNotFound, VariableInvalid],
  })
  async update(@Call() { params }: CallOf<typeof UpdateInstanceVariableParams>): Promise<InstanceVariableView> {
    const { key } = params;
    return presentInstanceVariable(await this.updateVariable.execute(INSTANCE, { key }, variableChanges(params)));
  }

  @Endpoint.delete('/admin/ci/variables/:key', {
    summary: 'Delete a variable for the jobs of all projects',
    admin: true,
    params: InstanceVariableParams,
    returns: returns.empty,
    refuses: [VariableNotFound],
  })
  delete(@Call() { params, unlessModified }: CallOf<typeof InstanceVariableParams>): Promise<void> {
    return this.deleteVariable.execute(INSTANCE, params, unlessModified);
  }
}
