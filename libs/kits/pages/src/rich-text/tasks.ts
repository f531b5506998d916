import type { MarkdownIt } from 'markdown-it';
import type sanitizeHtml from 'sanitize-html';

/** Id of the form that the buttons of tasks belong to. */
const FORM = 'tasks';
const MARK = 'data-task';

/** Environment of a text whose tasks are buttons. */
export interface TaskEnvironment {
  /** Secret of the rendering, by which its tasks differ from HTML of the author; undefined: tasks stay as they are. */
  readonly taskKey?: string | undefined;
}

/** Marks the tasks of a text with their lines, for `taskButton`. */
export function markTasks(markdown: MarkdownIt): void {
  markdown.core.ruler.after('github-task-lists', 'task-lines', ({ tokens, env }) => {
    const { taskKey } = env as TaskEnvironment;
    if (taskKey === undefined) return;
    tokens.forEach((token, place) => {
      const box = token.children?.[0];
      if (!box || !token.map || tokens[place - 2]?.attrGet('class') !== 'task-list-item') return;
      const label = markdown.utils.escapeHtml(token.content.trim().slice(0, 100) || 'Task');
      box.content = box.content.replace(
        '<input ',
        `<input ${MARK}="${taskKey}:${token.map[0]}" aria-label="${label}" `,
      );
    });
  });
}

/** Returns the button that ticks a task, or unticks it; undefined for other boxes. */
export function taskButton(attribs: sanitizeHtml.Attributes, key: string | undefined): sanitizeHtml.Tag | undefined {
  const [given, line] = (attribs[MARK] ?? '').split(':');
  if (key === undefined || given !== key) return undefined;
  const state = {
    role: 'checkbox',
    'aria-checked': String('checked' in attribs),
    'aria-label': attribs['aria-label']!,
  };
  return { tagName: 'button', attribs: { form: FORM, name: 'task', value: line!, class: 'task', ...state } };
}
