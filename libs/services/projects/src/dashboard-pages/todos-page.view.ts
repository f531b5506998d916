import type { Page } from '@hearth/http';
import { pageLinks, tabsOf, type PageLinks, type PagePerson, type PageSection } from '@hearth/pages';
import { noteAddress } from '../notes/note-address.js';
import type { TodoFact } from '../todos/todo.facts.js';
import type { TodoAction, TodoState } from '../todos/todo.rules.js';

export const TODOS = '/dashboard/todos';

/** Verbs between the author of an item and its target. */
const REASONS = {
  assigned: 'assigned you to',
  mentioned: 'mentioned you on',
  build_failed: 'has a failed pipeline on',
  marked: 'marked',
  directly_addressed: 'addressed you on',
  review_requested: 'asked you to review',
} satisfies Record<TodoAction, string>;

const TABS = { pending: 'To do', done: 'Done' } satisfies Record<TodoState, string>;

export interface TodosPageData {
  readonly title: string;
  readonly notice: string | null;
  readonly tabs: readonly PageSection[];
  readonly isPending: boolean;
  readonly todos: readonly {
    readonly id: number;
    readonly author: PagePerson;
    readonly reason: string;
    /** Name of the target, as in `group/app#3`. */
    readonly name: string;
    readonly title: string;
    readonly address: string;
    readonly note: string | null;
    readonly createdAt: Date;
  }[];
  readonly pager: PageLinks;
}

export function presentTodosPage(page: Page<TodoFact>, state: TodoState, notice: string | null): TodosPageData {
  const listOf = (of: TodoState) => `${TODOS}?state=${of}`;
  return {
    title: 'To-do list',
    notice,
    tabs: tabsOf(TABS, state, listOf),
    isPending: state === 'pending',
    todos: page.items.map(presentTodoRow),
    pager: pageLinks(page, listOf(state)),
  };
}

function presentTodoRow({ record, target, noteBody }: TodoFact): TodosPageData['todos'][number] {
  const { id, author, action, project, createdAt } = record;
  const isIssue = target.type === 'Issue';
  const { iid, title } = isIssue ? target.issue : target.mergeRequest;
  const page = `/${project.fullPath}/-/${isIssue ? 'issues' : 'merge_requests'}/${iid}`;
  const noteId = record.noteId ?? record.foreignNoteId;
  return {
    ...{ id, author, title, createdAt, reason: REASONS[action] },
    name: `${project.fullPath}${isIssue ? '#' : '!'}${iid}`,
    address: noteId === null ? page : noteAddress(page, noteId),
    note: noteBody && shortened(noteBody),
  };
}

/** Length of the text of a note in a list. */
const MOST_NOTE = 200;

function shortened(text: string): string {
  return text.length > MOST_NOTE ? `${text.slice(0, MOST_NOTE - 1).trimEnd()}…` : text;
}
