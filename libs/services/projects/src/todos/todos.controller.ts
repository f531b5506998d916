import { Controller } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Call, Endpoint, NotModified, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { IssueParams } from '../issues/issue.params.js';
import { IssueNotFound, MergeRequestNotFound, TodoNotFound } from '../refusals.js';
import { FinishTodos } from './finish.js';
import { MarkTodo } from './mark.js';
import { TodoFacts } from './todo.facts.js';
import { ListTodosParams, MergeRequestTodoParams, NoParams, TodoParams, todoFilters } from './todo.params.js';
import { TodoView, presentTodo } from './todo.view.js';
import { todoOwner } from './todo.rules.js';

/** To-do items of the caller. */
@Controller()
export class TodosController {
  constructor(
    private readonly todoFacts: TodoFacts,
    private readonly markTodo: MarkTodo,
    private readonly finishTodos: FinishTodos,
  ) {}

  @Endpoint.get('/todos', {
    summary: "List the caller's to-do items",
    params: ListTodosParams,
    returns: returns.page(TodoView),
  })
  async list(@Call() { params, user, caller }: CallOf<typeof ListTodosParams>): Promise<Page<TodoView>> {
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.todoFacts.page(todoOwner(user), todoFilters(params), request);
    return page.map((fact) => presentTodo(fact, caller.baseUrl));
  }

  @Endpoint.post('/todos/:id/mark_as_done', {
    summary: 'Mark a to-do item as done',
    params: TodoParams,
    returns: returns.json(TodoView),
    refuses: [TodoNotFound],
  })
  async finish(@Call() { params, user, caller }: CallOf<typeof TodoParams>): Promise<TodoView> {
    return presentTodo(await this.finishTodos.one(todoOwner(user), params.id), caller.baseUrl);
  }

  @Endpoint.post('/todos/mark_as_done', {
    summary: 'Mark all to-do items of the caller as done',
    params: NoParams,
    returns: returns.empty,
  })
  finishAll(@Call() { user }: CallOf<typeof NoParams>): Promise<void> {
    return this.finishTodos.all(todoOwner(user));
  }

  @Endpoint.post('/projects/:id/issues/:issue_iid/todo', {
    summary: 'Add a to-do item on an issue',
    can: abilities.readIssue,
    params: IssueParams,
    returns: returns.json(TodoView),
    refuses: [IssueNotFound, NotModified, TodoNotFound],
  })
  async markIssue(@Call() { params, project, user, caller }: CallOf<typeof IssueParams>): Promise<TodoView> {
    return this.read(user, caller.baseUrl, await this.markTodo.onIssue(project, params.issue_iid, user));
  }

  @Endpoint.post('/projects/:id/merge_requests/:merge_request_iid/todo', {
    summary: 'Add a to-do item on a merge request',
    can: abilities.readMergeRequest,
    params: MergeRequestTodoParams,
    returns: returns.json(TodoView),
    refuses: [MergeRequestNotFound, NotModified, TodoNotFound],
  })
  async markMergeRequest(@Call() call: CallOf<typeof MergeRequestTodoParams>): Promise<TodoView> {
    const { params, project, user, caller } = call;
    const id = await this.markTodo.onMergeRequest(project, params.merge_request_iid, user);
    return this.read(user, caller.baseUrl, id);
  }

  private async read(user: Principal, baseUrl: string, id: number): Promise<TodoView> {
    return presentTodo(await this.todoFacts.one(todoOwner(user), id), baseUrl);
  }
}
