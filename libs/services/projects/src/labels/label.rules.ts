import { lengthFailures } from '@hearth/http';
import type { ProjectId } from '@hearth/contract-kit';
import type { FieldErrors } from '../field-errors.rules.js';
import type { MemberSource } from '../members/membership.rules.js';

/** A label of a project or group, by its id or its name; the id counts first. */
export interface LabelReference {
  readonly id: number | null;
  readonly name: string;
}

const NAME = { max: 255 };
const COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const BLANK = "can't be blank";

/** All errors of a label, by field of the API; undefined values stay and are not checked. Names are trimmed. */
export function labelErrors({ name, color }: { name?: string | undefined; color?: string | undefined }): FieldErrors {
  const errors = {
    title: name === undefined ? [] : nameErrors(name),
    color: color === undefined || COLOR.test(color) ? [] : ['must be a valid color code'],
  };
  return Object.fromEntries(Object.entries(errors).filter(([, texts]) => texts.length > 0));
}

/** Valid label names among the given ones, trimmed and without duplicates. */
export function possibleNames(names: readonly string[]): string[] {
  const trimmed = new Set(names.map((name) => name.trim()));
  return [...trimmed].filter((name) => nameErrors(name).length === 0);
}

/** Returns the project or group of a label, for events. */
export function eventHolder(holder: MemberSource): { projectId: ProjectId | null; namespaceId: number | null } {
  return holder.kind === 'project'
    ? { projectId: holder.id, namespaceId: null }
    : { projectId: null, namespaceId: holder.id };
}

/** A comma separates names in lists, so no name contains one. */
function nameErrors(name: string): string[] {
  if (name === '') return [BLANK, 'is invalid'];
  return [...(name.includes(',') ? ['is invalid'] : []), ...lengthFailures(name, NAME)];
}
