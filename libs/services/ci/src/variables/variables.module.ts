import { Module } from '@nestjs/common';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { AddPipelineVariables } from './add-to-pipeline.js';
import { CreateVariable } from './create.js';
import { DeleteVariable } from './delete.js';
import { InstanceVariablesController } from './instance-variables.controller.js';
import { LockVariableOwner } from './lock-owner.js';
import { RemoveGroup } from './remove-group.js';
import { UpdateVariable } from './update.js';
import { VariableFacts } from './variable.facts.js';
import { VariableLimits } from './variable-limits.js';
import { GroupVariablesController, ProjectVariablesController } from './variables.controller.js';

@Module({
  imports: [CiCoreModule, CiStoresModule],
  controllers: [ProjectVariablesController, GroupVariablesController, InstanceVariablesController],
  providers: [
    VariableFacts,
    LockVariableOwner,
    CreateVariable,
    UpdateVariable,
    DeleteVariable,
    AddPipelineVariables,
    RemoveGroup,
    { provide: VariableLimits, useFactory: () => VariableLimits.fromEnvironment() },
  ],
  exports: [VariableFacts, AddPipelineVariables, CreateVariable, UpdateVariable, DeleteVariable, RemoveGroup],
})
export class VariablesModule {}
