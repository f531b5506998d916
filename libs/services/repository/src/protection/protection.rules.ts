import { AccessLevel } from '@hearth/contract-kit';

/** Who may change the branches that a name or a pattern (`release/*`) covers. */
export interface ProtectedBranch {
  readonly name: string;
  /** Members from this level up push; 0: nobody does, admins included. */
  readonly pushLevel: number;
  readonly mergeLevel: number;
}

/** What the rules of a project say of one branch. */
export interface Protection {
  readonly protected: boolean;
  readonly developersCanPush: boolean;
  readonly developersCanMerge: boolean;
}

/** The rules that cover a branch. `*` stands for any characters, slashes included. */
export function rulesFor<Rule extends Pick<ProtectedBranch, 'name'>>(branch: string, rules: readonly Rule[]): Rule[] {
  return rules.filter(({ name }) => (name.includes('*') ? matches(name, branch) : name === branch));
}

export function protectionOf(branch: string, rules: readonly ProtectedBranch[]): Protection {
  const covering = rulesFor(branch, rules);
  return {
    protected: covering.length > 0,
    developersCanPush: covering.some(({ pushLevel }) => pushLevel === AccessLevel.developer),
    developersCanMerge: covering.some(({ mergeLevel }) => mergeLevel === AccessLevel.developer),
  };
}

/** Whether a member of that level may push to a branch that these rules cover: one of them has to let in. */
export function mayPush(level: AccessLevel, covering: readonly ProtectedBranch[]): boolean {
  return covering.some(({ pushLevel }) => pushLevel > AccessLevel.none && level >= pushLevel);
}

/** Piece by piece instead of by a regular expression: a pattern with many stars must not cost more than its length. */
function matches(pattern: string, branch: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces.shift()!;
  const last = pieces.pop()!;
  if (!branch.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = branch.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return branch.length - last.length >= at && branch.endsWith(last);
}
