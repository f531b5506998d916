import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { TodoFacts, type TodoFact } from './todo.facts.js';
import type { TodoOwner } from './todo.rules.js';
import { TodosStore } from './todos.store.js';

/** Marks to-do items of the caller as done. */
@Injectable()
export class FinishTodos {
  constructor(
    private readonly db: Database,
    private readonly todosStore: TodosStore,
    private readonly todoFacts: TodoFacts,
  ) {}

  /** Repeating it changes nothing. @throws TodoNotFound */
  async one(owner: TodoOwner, id: number): Promise<TodoFact> {
    await this.todoFacts.one(owner, id);
    await this.db.tx((tx) => this.todosStore.finishOne(tx, id, owner.id));
    return this.todoFacts.one(owner, id);
  }

  /** Marks all pending items, those on hidden records included. */
  all(owner: TodoOwner): Promise<void> {
    return this.db.tx((tx) => this.todosStore.finishAll(tx, owner.id));
  }
}
