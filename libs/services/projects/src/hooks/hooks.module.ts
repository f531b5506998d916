import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { GroupDeliveriesController, ProjectDeliveriesController } from '../hook-deliveries/deliveries.controller.js';
import { DeliveryFacts } from '../hook-deliveries/delivery.facts.js';
import { HookDeliveriesModule } from '../hook-deliveries/hook-deliveries.module.js';
import { GroupHookTestsController, ProjectHookTestsController } from '../hook-deliveries/hook-tests.controller.js';
import { ResendDelivery } from '../hook-deliveries/resend.js';
import { HookSampleFacts } from '../hook-deliveries/sample.facts.js';
import { TestHook } from '../hook-deliveries/test.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { CreateHook } from './create.js';
import { DeleteHook } from './delete.js';
import { ChangeHook } from './change.js';
import { HookFacts } from './hook.facts.js';
import { GroupHooksController, ProjectHooksController } from './hooks.controller.js';
import { InsertHook } from './insert.js';
import { LockHook } from './lock.js';
import { UpdateHook } from './update.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, HookDeliveriesModule],
  controllers: [
    ProjectHooksController,
    GroupHooksController,
    ProjectDeliveriesController,
    GroupDeliveriesController,
    ProjectHookTestsController,
    GroupHookTestsController,
  ],
  providers: [
    ...[HookFacts, LockHook, InsertHook, ChangeHook, CreateHook, UpdateHook, DeleteHook],
    ...[DeliveryFacts, HookSampleFacts, TestHook, ResendDelivery],
  ],
  exports: [
    ...[HookFacts, InsertHook, ChangeHook, CreateHook, UpdateHook, DeleteHook],
    ...[DeliveryFacts, TestHook, ResendDelivery],
  ],
})
export class HooksModule {}
