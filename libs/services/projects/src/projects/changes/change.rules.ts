import type { Candidate } from '../new-project.rules.js';
import { VISIBILITIES, type Visibility } from '@hearth/contract-kit';

/** What of a project is really set anew, and has to be looked at: what it has already it may keep. */
export type Changes = Candidate;

interface Wanted {
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly defaultBranch?: string | undefined;
  readonly settings: {
    readonly visibility?: Visibility | undefined;
    readonly description?: string | null | undefined;
    readonly ciConfigPath?: string | null | undefined;
    readonly tagList?: readonly string[] | undefined;
  };
}

/** Which of the wanted values differ from what the project has. */
export function changesOf(
  project: { readonly name: string; readonly path: string; readonly visibility: Visibility },
  { name, path, defaultBranch, settings }: Wanted,
): Changes {
  const { visibility, description, ciConfigPath, tagList } = settings;
  return {
    name: changed(name, project.name),
    path: changed(path, project.path),
    visibility: changed(visibility, project.visibility),
    description,
    ciConfigPath,
    tagList,
    defaultBranch,
  };
}

/** Masters change a project, but neither what it is called nor who sees it. */
export function needsOwner({ name, visibility }: Changes): boolean {
  return name !== undefined || visibility !== undefined;
}

/** The less open one of two. */
export function lessOpen(one: Visibility, other: Visibility): Visibility {
  return VISIBILITIES.indexOf(one) < VISIBILITIES.indexOf(other) ? one : other;
}

function changed<T>(wanted: T | undefined, has: T): T | undefined {
  return wanted === has ? undefined : wanted;
}
