import type { UserId } from '@hearth/contract-kit';

/** User that a text names. */
interface Named {
  readonly id: UserId;
  readonly username: string;
}

/** A task of a description: a bullet with a checkbox. */
const BULLET = /^\s{0,32}(?:[-*+]|\d{1,9}\.)\s{1,32}\[([ xX])\]\s{1,32}(\S.*)$/;

interface Task {
  readonly text: string;
  readonly done: boolean;
}

/** Returns the system note of a changed title, with the differing part marked. */
export function titleNote(before: string, after: string): string {
  const old = [...before];
  const fresh = [...after];
  let start = 0;
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const marked = (letters: readonly string[], [open, close]: readonly [string, string]) => {
    const middle = letters.slice(start, letters.length - end).join('');
    const rest = letters.slice(letters.length - end).join('');
    return `${letters.slice(0, start).join('')}${middle && `${open}${middle}${close}`}${rest}`;
  };
  return `changed title from **${marked(old, ['{-', '-}'])}** to **${marked(fresh, ['{+', '+}'])}**`;
}

/** Returns the system notes of a changed description: one for each task that was checked or unchecked, otherwise one for the change. */
export function descriptionNotes(before: string, after: string): string[] {
  const old = tasksIn(before);
  const changed = tasksIn(after).filter(({ text, done }, index) => {
    const former = old[index];
    return former !== undefined && former.text === text && former.done !== done;
  });
  if (changed.length === 0) return ['changed the description'];
  return changed.map(({ text, done }) => `marked the task **${text}** as ${done ? 'completed' : 'incomplete'}`);
}

/** Returns how many tasks a description has, and how many of them are done. */
export function taskCompletion(description: string | null): { readonly count: number; readonly completed: number } {
  const tasks = tasksIn(description ?? '');
  return { count: tasks.length, completed: tasks.filter(({ done }) => done).length };
}

function tasksIn(description: string): Task[] {
  return description.split('\n').flatMap((line) => {
    const task = BULLET.exec(line);
    return task ? [{ text: task[2]!.trimEnd(), done: task[1] !== ' ' }] : [];
  });
}

/** Returns the system note of changed labels, by their ids; empty when they are the same. */
export function labelsNote(before: readonly number[], after: readonly number[]): string[] {
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  if (added.length + removed.length === 0) return [];
  const named = (verb: string, ids: readonly number[]) =>
    ids.length > 0 ? [`${verb} ${ids.map((id) => `~${id}`).join(' ')}`] : [];
  const parts = [...named('added', added), ...named('removed', removed)];
  return [`${parts.join(' and ')} ${added.length + removed.length === 1 ? 'label' : 'labels'}`];
}

/** Returns the system note of changed assignees; empty when they are the same. */
export function assigneesNote(before: readonly Named[], after: readonly Named[]): string[] {
  const others = (users: readonly Named[], than: readonly Named[]) =>
    users.filter(({ id }) => !than.some((other) => other.id === id));
  const added = others(after, before);
  const removed = others(before, after);
  if (added.length + removed.length === 0) return [];
  if (after.length === 0) return ['removed assignee'];
  const parts = [
    ...(added.length > 0 ? [`assigned to ${sentence(added)}`] : []),
    ...(removed.length > 0 ? [`unassigned ${sentence(removed)}`] : []),
  ];
  return [parts.join(' and ')];
}

function sentence(users: readonly Named[]): string {
  const names = users.map(({ username }) => `@${username}`);
  if (names.length < 3) return names.join(' and ');
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;
}

/** Returns the system note of a changed milestone. @param milestone the new one; null when it was removed */
export function milestoneNote(milestone: { iid: number; title: string; groupId: number | null } | null): string {
  if (milestone === null) return 'removed milestone';
  return `changed milestone to %${milestone.groupId === null ? milestone.iid : `"${milestone.title}"`}`;
}
