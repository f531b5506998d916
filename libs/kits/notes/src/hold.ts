import { isAllowed, type Ability } from '@hearth/access';
import type { Principal, UserId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { bodyFailures, type Noteable } from './note.rules.js';
import type { HeldNoteable, NoteableKind, Noteables } from './noteables.js';
import { NoteInvalid, NoteableNotFound } from './refusals.js';

/** Checks that a body is not blank. @throws NoteInvalid */
export function requireBody(body: string): void {
  const failures = bodyFailures(body);
  if (Object.keys(failures).length > 0) throw NoteInvalid({ failures });
}

/** Locks a record for a write of its notes. @throws NoteableNotFound */
export async function held(noteables: Noteables, tx: Tx, noteable: Noteable, actor: Principal): Promise<HeldNoteable> {
  const found = await noteables.hold(tx, noteable, actor);
  if (!found) throw NoteableNotFound();
  return found;
}

/** Checks that the actor may comment. @throws Forbidden */
export function requireComment(heldNoteable: HeldNoteable, kind: NoteableKind, actor: Principal): void {
  if (!isAllowed(kind.abilities.create, heldNoteable.standing, actor) || isLockedFor(heldNoteable, actor))
    throw Forbidden();
}

/**
 * Checks that the actor may resolve discussions of a record, or reopen them.
 * @param noteAuthorId author of a single note, who may resolve it too
 * @throws Forbidden
 */
export function requireResolve(
  heldNoteable: HeldNoteable,
  ability: Ability,
  actor: Principal,
  noteAuthorId?: UserId,
): void {
  if (!mayResolve(heldNoteable, ability, actor, noteAuthorId)) throw Forbidden();
}

/** Whether the actor may resolve discussions of a record: its author and members with the ability may, and `noteAuthorId` a single note. */
export function mayResolve(
  heldNoteable: HeldNoteable,
  ability: Ability,
  actor: Principal,
  noteAuthorId?: UserId,
): boolean {
  const relations = [heldNoteable.authorId, noteAuthorId].includes(actor.userId) ? (['author'] as const) : [];
  return isAllowed(ability, heldNoteable.standing, actor, relations) && !isLockedFor(heldNoteable, actor);
}

/** Checks that the actor may change a note: authors their own notes, masters all. @throws Forbidden */
export function requireChange(
  heldNoteable: HeldNoteable,
  kind: NoteableKind,
  actor: Principal,
  authorId: UserId,
): void {
  const relations = authorId === actor.userId ? (['author'] as const) : [];
  if (!isAllowed(kind.abilities.manage, heldNoteable.standing, actor, relations) || isLockedFor(heldNoteable, actor))
    throw Forbidden();
}

/** Whether the discussion is locked, and the actor is not a member of the project. */
function isLockedFor({ standing, discussionLocked }: HeldNoteable, actor: Principal): boolean {
  return discussionLocked && !actor.admin && standing.level === 0;
}
