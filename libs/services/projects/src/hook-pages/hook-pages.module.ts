import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/hooks.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { HookPage } from './hook-page.js';
import { GroupHookPagesController, ProjectHookPagesController } from './hook-pages.controller.js';
import { HookTestFormController } from './hook-test-form.controller.js';

/** Pages of the hooks of projects and groups. */
@Module({
  imports: [RenderingModule, HooksModule],
  controllers: [ProjectHookPagesController, GroupHookPagesController, HookTestFormController],
  providers: [HookPage],
})
export class HookPagesModule {}
