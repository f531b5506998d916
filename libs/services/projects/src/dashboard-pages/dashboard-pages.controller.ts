import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { projectsCaller } from '../access/projects-caller.js';
import { IssueFacts } from '../issues/issue.facts.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { TodoNotFound } from '../refusals.js';
import { FinishTodos } from '../todos/finish.js';
import { TodoFacts } from '../todos/todo.facts.js';
import { NoParams } from '../todos/todo.params.js';
import { todoOwner } from '../todos/todo.rules.js';
import { OwnIssuesParams, TodoFormParams, TodosPageParams, noticeOf, withNotice } from './dashboard-page.params.js';
import { presentOwnIssuesPage } from './own-issues-page.view.js';
import { TODOS, presentTodosPage } from './todos-page.view.js';

/** Pages of the caller's to-do items and issues. */
@Controller()
export class DashboardPagesController {
  constructor(
    private readonly todoFacts: TodoFacts,
    private readonly finishTodos: FinishTodos,
    private readonly issueFacts: IssueFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/dashboard/todos', {
    summary: "Show one's to-do items",
    params: TodosPageParams,
    returns: returns.html,
  })
  async todos(@Call() call: CallOf<typeof TodosPageParams>) {
    const { state = 'pending', page, done } = call.params;
    const todos = await this.todoFacts.page(todoOwner(call.user), { state }, pageOf(page));
    return this.pages.page(call, 'todos', presentTodosPage(todos, state, noticeOf(done)));
  }

  @Endpoint.post('/dashboard/todos/:id/done', {
    summary: 'Mark a to-do item as done in a browser',
    params: TodoFormParams,
    returns: returns.html,
    refuses: [TodoNotFound],
  })
  async finish(@Call() { params, user }: CallOf<typeof TodoFormParams>) {
    await this.finishTodos.one(todoOwner(user), params.id);
    return new Redirect(withNotice(TODOS, 'one'));
  }

  @Endpoint.post('/dashboard/todos/done', {
    summary: 'Mark all to-do items of the caller as done in a browser',
    params: NoParams,
    returns: returns.html,
  })
  async finishAll(@Call() { user }: CallOf<typeof NoParams>) {
    await this.finishTodos.all(todoOwner(user));
    return new Redirect(withNotice(TODOS, 'all'));
  }

  @Endpoint.get('/dashboard/issues', {
    summary: "Show one's issues",
    params: OwnIssuesParams,
    returns: returns.html,
  })
  async issues(@Call() call: CallOf<typeof OwnIssuesParams>) {
    const { params, user } = call;
    const { scope = 'assigned', state = 'opened', search, page } = params;
    const filters = {
      ...({ orderBy: 'updated_at', sort: 'desc', withLabelDetails: true } as const),
      ...(state !== 'all' && { state }),
      ...(search && { search }),
      ...(scope === 'assigned' && { assigneeId: user.userId }),
      ...(scope === 'created' && { authorId: user.userId }),
    };
    const issues = await this.issueFacts.page(projectsCaller(user), { of: 'everything' }, filters, pageOf(page));
    return this.pages.page(
      call,
      'own-issues',
      presentOwnIssuesPage(issues, { scope, state, search: search?.text ?? '' }),
    );
  }
}
