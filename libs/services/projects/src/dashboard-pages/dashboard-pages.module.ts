import { Module } from '@nestjs/common';
import { IssuesModule } from '../issues/issues.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { TodosModule } from '../todos/todos.module.js';
import { DashboardPagesController } from './dashboard-pages.controller.js';

/** Pages of what the caller has to do. */
@Module({ imports: [RenderingModule, IssuesModule, TodosModule], controllers: [DashboardPagesController] })
export class DashboardPagesModule {}
