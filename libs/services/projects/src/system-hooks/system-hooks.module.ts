import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { HookDeliveriesModule } from '../hook-deliveries/hook-deliveries.module.js';
import { HooksModule } from '../hooks/hooks.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { CreateSystemHook } from './create.js';
import { DeleteSystemHook } from './delete.js';
import { SystemHookFacts } from './system-hook.facts.js';
import { SystemHooksController } from './system-hooks.controller.js';
import { TestSystemHook } from './test.js';
import { UpdateSystemHook } from './update.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, HookDeliveriesModule, HooksModule],
  controllers: [SystemHooksController],
  providers: [SystemHookFacts, CreateSystemHook, UpdateSystemHook, DeleteSystemHook, TestSystemHook],
})
export class SystemHooksModule {}
