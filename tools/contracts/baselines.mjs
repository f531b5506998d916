import { spawnSync } from 'node:child_process';

export const SNAPSHOT_FILE = 'libs/contracts/src/contracts.generated.json';

/**
 * The committed snapshots that the code has to be compatible with: that of HEAD; that of where this work began (the commit of
 * `HEARTH_CONTRACTS_BASE`, else the merge base with the upstream's main, else the commit before HEAD); that of the last release, a tag
 * such as v1.2.0.
 * @param {string} root the work tree
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {{ baselines: { name: string, snapshot: import('./snapshot.mjs').Snapshot }[], missing: string[] }}
 *   `missing`: what could not be compared with, each with its reason
 * @throws when HEARTH_CONTRACTS_BASE names no commit, or a committed snapshot is unreadable
 */
export function committedSnapshots(root, environment = process.env) {
  const git = gitIn(root);
  if (git('rev-parse', '--show-toplevel') === undefined) {
    return { baselines: [], missing: ['HEAD: this is no git work tree'] };
  }
  const places = [{ name: 'HEAD', commit: commitOf(git, 'HEAD') }, beginning(git, environment), lastRelease(git)];
  const baselines = [];
  const missing = [];
  for (const { name, commit, without } of places) {
    const text = commit && git('show', `${commit}:${SNAPSHOT_FILE}`);
    if (text) baselines.push({ name, commit, snapshot: JSON.parse(text) });
    else missing.push(`${name}: ${commit ? 'it has no snapshot' : (without ?? 'there is no such commit')}`);
  }
  return { baselines: distinct(baselines), missing };
}

function gitIn(root) {
  return (...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    return status === 0 ? stdout.trim() : undefined;
  };
}

function commitOf(git, revision) {
  return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
}

function beginning(git, { HEARTH_CONTRACTS_BASE: given }) {
  if (given) {
    const commit = commitOf(git, given);
    if (!commit) throw new Error(`HEARTH_CONTRACTS_BASE names no commit of this clone: ${given}`);
    return { name: given, commit };
  }
  const head = commitOf(git, 'HEAD');
  for (const upstream of ['origin/HEAD', 'origin/main']) {
    const commit = commitOf(git, upstream) && git('merge-base', 'HEAD', upstream);
    if (commit && commit !== head) return { name: `the merge base with ${upstream}`, commit };
  }
  const shallow = git('rev-parse', '--is-shallow-repository') === 'true';
  const without = shallow ? 'a shallow clone does not have it' : 'HEAD is the first commit';
  return { name: 'the commit before HEAD', commit: commitOf(git, 'HEAD^1'), without };
}

function lastRelease(git) {
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  return {
    name: tag ?? 'the last release',
    commit: tag && commitOf(git, tag),
    without: 'no tag such as v1.2.0 is here',
  };
}

/** Each snapshot once, under its first name. */
function distinct(baselines) {
  const texts = baselines.map(({ snapshot }) => JSON.stringify(snapshot));
  return baselines
    .filter((_, index) => texts.indexOf(texts[index]) === index)
    .map(({ name, snapshot }) => ({ name, snapshot }));
}
