import { mkdirSync, rmSync } from 'node:fs';
import { runProgram } from '../run-program.mjs';
import { LeftOut } from './left-out.mjs';
import { copyObjects, credentialOf, objectsIn } from './lfs.mjs';

const REFS = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];
const HEADS_OF_MERGE_REQUESTS = '+refs/merge-requests/*/head:refs/merge-requests/*/head';
/** Refs of one push. */
const AT_ONCE = 200;
/** Bytes: a pointer of git LFS is shorter. */
const POINTER_LIMIT = 1024;
/** Small files that are read by one git. */
const READ_AT_ONCE = 5000;
const COMMIT = /^(?:[0-9a-f]{40}|refs\/merge-requests\/\d+\/head)$/;

/**
 * One end of a repository.
 * @typedef {{ url: string, username: string, token: string }} Remote
 */

/** A local copy of a repository on its way from the source: branches, tags, and the heads of merge requests. */
export class Mirror {
  #folder;
  #from;
  #to;

  /** @param {string} folder @param {{ from: Remote, to: Remote }} remotes */
  constructor(folder, { from, to }) {
    this.#folder = folder;
    this.#from = from;
    this.#to = to;
  }

  /** Fetches what is new at the source. @throws {LeftOut} */
  async fetch() {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    // A run that was killed may have left the folder without a repository. In one that is there, this changes nothing.
    await this.#git(['init', '--quiet', '--bare']);
    const refs = [...REFS, HEADS_OF_MERGE_REQUESTS];
    await this.#git(['fetch', '--quiet', '--prune', '--no-tags', this.#from.url, ...refs], this.#from);
  }

  /** Pushes all branches and tags, without pipelines. @throws {LeftOut} for one that is refused */
  async pushAll() {
    const isEmpty = (await this.#git(['for-each-ref', '--count=1', 'refs/heads', 'refs/tags'])) === '';
    if (!isEmpty) await this.#push(REFS);
  }

  /** @param {{ branch: string, sha: string }[]} branches */
  push(branches) {
    return this.#push(branches.map(({ branch, sha }) => `+${sha}:refs/heads/${branch}`));
  }

  /** @param {string[]} branches */
  async deleteBranches(branches) {
    const listed = await this.#git(['ls-remote', '--heads', this.#to.url], this.#to);
    const present = new Set(listed.split('\n').map((line) => line.split('\t')[1]));
    await this.#push(
      branches
        .map((branch) => `refs/heads/${branch}`)
        .filter((ref) => present.has(ref))
        .map((ref) => `:${ref}`),
    );
  }

  /** Copies the objects of git LFS that commits here point to. @returns {Promise<string[]>} a sentence for each that was not copied @throws {LeftOut} */
  async moveLfs() {
    const objects = await this.#lfsObjects();
    return copyObjects(objects, { from: this.#from, to: this.#to });
  }

  async #lfsObjects() {
    const small = ['--filter=object:type=blob', `--filter=blob:limit=${POINTER_LIMIT}`, '--filter-provided-objects'];
    const listed = await this.#git(['rev-list', '--all', '--objects', '--no-object-names', ...small]);
    const ids = listed.split('\n').filter(Boolean);
    const found = [];
    for (let first = 0; first < ids.length; first += READ_AT_ONCE) {
      const input = `${ids.slice(first, first + READ_AT_ONCE).join('\n')}\n`;
      found.push(...objectsIn(await this.#git(['cat-file', '--batch'], undefined, input)));
    }
    return found;
  }

  /** The branches with their commits. @returns {Promise<Map<string, string>>} */
  async branches() {
    const lines = await this.#git(['for-each-ref', '--format=%(refname:lstrip=2)%09%(objectname)', 'refs/heads']);
    return new Map(
      lines
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('\t')),
    );
  }

  /** The id of a commit that is here; undefined where it is not. @param {string | null | undefined} name an id, or the head of a merge request */
  async commit(name) {
    if (!name || !COMMIT.test(name)) return undefined;
    const { status, stdout } = await this.#run(['rev-parse', '--quiet', '--verify', `${name}^{commit}`]);
    return status === 0 ? stdout.trim() : undefined;
  }

  async isAncestor(ancestor, descendant) {
    const { status } = await this.#run(['merge-base', '--is-ancestor', ancestor, descendant]);
    return status === 0;
  }

  remove() {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #push(refs) {
    for (let first = 0; first < refs.length; first += AT_ONCE) {
      const some = refs.slice(first, first + AT_ONCE);
      await this.#git(['push', '--quiet', '--push-option=ci.skip', this.#to.url, ...some], this.#to);
    }
  }

  async #git(args, remote, input) {
    const { status, stdout, output } = await this.#run(args, remote, input);
    if (status !== 0) throw new LeftOut(`git ${args[0]} failed: ${lastLine(output)}`);
    return stdout;
  }

  #run(args, remote, input) {
    // Without it, git would look for a repository in the parent folders where this one is missing.
    const env = { ...environmentOf(remote), GIT_DIR: this.#folder };
    return runProgram('git', args, { cwd: this.#folder, env, input });
  }
}

/** The credential is in the environment, where other users do not see it, and is sent to this remote only. */
function environmentOf(remote) {
  const { HEARTH_IMPORT_TOKEN: _, ...inherited } = process.env;
  const environment = { ...inherited, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1' };
  if (!remote) return environment;
  const settings = [
    [`http.${remote.url}.extraHeader`, `Authorization: ${credentialOf(remote)}`],
    ['http.followRedirects', 'false'],
  ];
  const variables = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...environment, GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(variables) };
}

function lastLine(output) {
  return output.trim().split('\n').at(-1)?.slice(0, 300) || 'without a message';
}
