import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { AddTodos } from './add.js';
import { FinishTodos } from './finish.js';
import { MarkTodo } from './mark.js';
import { MergeRequestTodos } from './merge-request-todos.js';
import { TodoFacts } from './todo.facts.js';
import { TodosController } from './todos.controller.js';
import { TrimTodos } from './trim.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, IssuesModule],
  controllers: [TodosController],
  providers: [TodoFacts, AddTodos, MarkTodo, FinishTodos, MergeRequestTodos, TrimTodos],
  exports: [MergeRequestTodos, TodoFacts, FinishTodos],
})
export class TodosModule {}
