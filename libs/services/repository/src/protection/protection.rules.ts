import { AccessLevel, matchesWildcard } from '@hearth/contract-kit';

/** Access levels for the branches that a name or a pattern (`release/*`) covers. */
export interface ProtectedBranch {
  readonly name: string;
  /** Lowest access level that may push; 0: no access, admins included. */
  readonly pushLevel: number;
  readonly mergeLevel: number;
  /** Those who may push may also force push. */
  readonly allowForcePush: boolean;
}

/** Access level for the tags that a name or a pattern (`v*`) covers. */
export interface ProtectedTag {
  readonly name: string;
  /** Lowest access level that may create the tag; 0: no access, admins included. */
  readonly createLevel: number;
}

/** Branches to protect, and the lowest access levels that may push and merge. A new rule without a level means master. */
export interface ProtectionSettings {
  readonly name: string;
  readonly pushLevel?: number | undefined;
  readonly mergeLevel?: number | undefined;
  /** By default false. */
  readonly allowForcePush?: boolean | undefined;
}

/** Longer names do not fit into the index. */
const MOST_NAME = 255;

/** @returns the error in the name of a rule, or null */
export function nameFailure(name: string): string | null {
  if (name.trim() === '') return "can't be blank";
  return name.length > MOST_NAME ? `is too long (maximum is ${MOST_NAME} characters)` : null;
}

/** Effective protection of one branch. */
export interface Protection {
  readonly protected: boolean;
  readonly developersCanPush: boolean;
  readonly developersCanMerge: boolean;
}

const DESCRIPTIONS: Readonly<Record<number, string>> = { 0: 'No one', 30: 'Developers + Masters', 40: 'Masters' };

/** Returns the name of the access level of a rule. */
export function describeLevel(level: number): string {
  return DESCRIPTIONS[level]!;
}

/** Returns the rules that cover a branch or tag. `*` stands for any characters, slashes included. */
export function rulesFor<Rule extends { readonly name: string }>(ref: string, rules: readonly Rule[]): Rule[] {
  return rules.filter(({ name }) => matchesWildcard(name, ref));
}

export function protectionOf(branch: string, rules: readonly ProtectedBranch[]): Protection {
  const covering = rulesFor(branch, rules);
  return {
    protected: covering.length > 0,
    developersCanPush: covering.some(({ pushLevel }) => pushLevel === AccessLevel.developer),
    developersCanMerge: covering.some(({ mergeLevel }) => mergeLevel === AccessLevel.developer),
  };
}

/** Lowest access levels that may push to and merge into one branch: null without protection, 0 for no access. */
export interface ProtectionLevels {
  readonly protected: boolean;
  readonly pushLevel: number | null;
  readonly mergeLevel: number | null;
  /** Missing where it is not protected. */
  readonly allowForcePush?: boolean;
}

export function levelsOf(branch: string, rules: readonly ProtectedBranch[]): ProtectionLevels {
  const covering = rulesFor(branch, rules);
  if (covering.length === 0) return { protected: false, pushLevel: null, mergeLevel: null };
  return {
    protected: true,
    pushLevel: lowest(covering.map(({ pushLevel }) => pushLevel)),
    mergeLevel: lowest(covering.map(({ mergeLevel }) => mergeLevel)),
    allowForcePush: covering.some(({ allowForcePush }) => allowForcePush),
  };
}

/** One of several rules must allow the level. A rule without access does not restrict the others. */
function lowest(levels: readonly number[]): number {
  const open = levels.filter((level) => level !== AccessLevel.none);
  return open.length > 0 ? Math.min(...open) : AccessLevel.none;
}

/** Returns whether the level may push to a branch that these rules cover: one of them must allow it. */
export function canPush(level: AccessLevel, covering: readonly ProtectedBranch[]): boolean {
  return covering.some(({ pushLevel }) => pushLevel !== AccessLevel.none && level >= pushLevel);
}

/** Protection of one tag: the lowest access level that may create it is null without protection, 0 for no access. */
export interface TagProtection {
  readonly protected: boolean;
  readonly createLevel: number | null;
}

export function tagProtectionOf(tag: string, rules: readonly ProtectedTag[]): TagProtection {
  const covering = rulesFor(tag, rules);
  if (covering.length === 0) return { protected: false, createLevel: null };
  return { protected: true, createLevel: lowest(covering.map(({ createLevel }) => createLevel)) };
}

/** Returns whether a member with this level may create the tag: one of the rules that cover it must allow the level. */
export function canCreateTag(level: AccessLevel, tag: string, rules: readonly ProtectedTag[]): boolean {
  const { createLevel } = tagProtectionOf(tag, rules);
  return createLevel === null || (createLevel !== AccessLevel.none && level >= createLevel);
}
