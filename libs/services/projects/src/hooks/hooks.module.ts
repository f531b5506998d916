import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { HookDeliveriesModule } from '../hook-deliveries/hook-deliveries.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { CreateHook } from './create.js';
import { DeleteHook } from './delete.js';
import { HookFacts } from './hook.facts.js';
import { HooksController } from './hooks.controller.js';
import { UpdateHook } from './update.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, HookDeliveriesModule],
  controllers: [HooksController],
  providers: [HookFacts, CreateHook, UpdateHook, DeleteHook],
})
export class HooksModule {}
