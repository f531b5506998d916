import { Module } from '@nestjs/common';
import { CiCoreModule } from '../core.module.js';
import { CiStoresModule } from '../stores.module.js';
import { AddPipelineVariables } from './add-to-pipeline.js';
import { CreateVariable } from './create.js';
import { DeleteVariable } from './delete.js';
import { GroupVariablesController } from './group-variables.controller.js';
import { RemoveGroup } from './remove-group.js';
import { UpdateVariable } from './update.js';
import { VariableFacts } from './variable.facts.js';
import { VariablesController } from './variables.controller.js';

@Module({
  imports: [CiCoreModule, CiStoresModule],
  controllers: [VariablesController, GroupVariablesController],
  providers: [VariableFacts, CreateVariable, UpdateVariable, DeleteVariable, AddPipelineVariables, RemoveGroup],
  exports: [VariableFacts, AddPipelineVariables, CreateVariable, UpdateVariable, DeleteVariable, RemoveGroup],
})
export class VariablesModule {}
