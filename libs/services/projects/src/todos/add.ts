import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { mentionsIn } from '@hearth/notes';
import { IssuesStore } from '../issues/issues.store.js';
import { namedBy } from './todo.rules.js';
import { TodosStore, type NamingText, type NewTodos } from './todos.store.js';

/** Adds to-do items for users who can read the project. */
@Injectable()
export class AddTodos {
  constructor(
    private readonly issuesStore: IssuesStore,
    private readonly todosStore: TodosStore,
  ) {}

  /** Adds one for each of the users. */
  async forUsers(tx: Tx, todos: NewTodos): Promise<void> {
    const readers = await this.issuesStore.readersAmong(tx, todos.projectId, { ids: todos.userIds });
    await this.todosStore.add(tx, { ...todos, userIds: readers.map(({ id }) => id) });
  }

  /** Adds one for each user whom the text names, at most 100; repeating it changes nothing. */
  async forNamed(tx: Tx, text: string, origin: Omit<NamingText, 'named'>): Promise<void> {
    const mentioned = await this.issuesStore.readersAmong(tx, origin.projectId, { usernames: mentionsIn(text) });
    await this.todosStore.addNamed(tx, { ...origin, named: namedBy(text, mentioned) });
  }
}
