import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Of a program that waits in vain; the longest, a build of everything, takes a tenth of it. */
const LIMIT_MS = 4 * 60_000;
const ROOT = path.resolve(import.meta.dirname, '../..');
const COPIED = [
  ...['apps', 'libs', 'bench', 'docs', 'tools'],
  ...['package.json', 'nx.json', 'tsconfig.base.json', 'tsconfig.json', 'eslint.config.mjs', 'jest.config.mjs'],
  ...['.oxfmtrc.json', '.gitignore'],
];

/** A copy of the repository in a temporary folder, for specs that change it. Third-party packages are those of the original. */
export class WorkspaceCopy {
  /**
   * @param {{ copied?: readonly string[], linked?: readonly string[] }} [parts] files and folders to copy; and those to link, which the
   *   spec must not change
   */
  constructor({ copied = COPIED, linked = [] } = {}) {
    this.root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'hearth-workspace-')));
    for (const entry of linked) {
      mkdirSync(path.join(this.root, path.dirname(entry)), { recursive: true });
      symlinkSync(path.join(ROOT, entry), path.join(this.root, entry));
    }
    for (const entry of copied) {
      cpSync(path.join(ROOT, entry), path.join(this.root, entry), {
        recursive: true,
        preserveTimestamps: true,
        // Source maps are a quarter of the files, and only stacks need them.
        filter: (file) => path.basename(file) !== 'node_modules' && !file.endsWith('.js.map'),
      });
    }
    mkdirSync(path.join(this.root, 'node_modules'));
    for (const name of readdirSync(path.join(ROOT, 'node_modules'))) {
      if (name === '@hearth' || name === '.cache') continue;
      symlinkSync(path.join(ROOT, 'node_modules', name), path.join(this.root, 'node_modules', name));
    }
    mkdirSync(path.join(this.root, 'node_modules/@hearth'));
    this.link();
  }

  /** Links the workspace's packages that are not linked yet, as `npm install` does. */
  link() {
    const linked = new Set(readdirSync(path.join(this.root, 'node_modules/@hearth')));
    const { workspaces } = JSON.parse(this.read('package.json'));
    for (const manifest of workspaces.flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: this.root }))) {
      const name = JSON.parse(this.read(manifest)).name.replace('@hearth/', '');
      if (!linked.has(name)) {
        symlinkSync(path.join(this.root, path.dirname(manifest)), path.join(this.root, 'node_modules/@hearth', name));
      }
    }
  }

  /** Remembers the files as they are, for `changed`. */
  track() {
    this.#git('init', '--quiet');
    this.#git('add', '--all');
  }

  /** Returns the files that were added, changed or removed since `track`, without ignored ones. */
  changed() {
    const files = this.#git('ls-files', '--modified', '--others', '--exclude-standard');
    return [...new Set(files.split('\n').filter(Boolean))].sort();
  }

  #git(...args) {
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  }

  read(file) {
    return readFileSync(path.join(this.root, file), 'utf8');
  }

  /**
   * Runs a program of the copy with Node, and ends it after four minutes.
   * @param {...(string | object)} words its arguments; an object at the end is added to the environment
   * @returns {Promise<{ status: number | null, output: string }>} its status and everything that it printed
   */
  run(...words) {
    const added = typeof words.at(-1) === 'object' ? words.pop() : {};
    // A compile cache of its own: code compiled here serves no other run.
    const env = { ...process.env, NODE_COMPILE_CACHE: path.join(this.root, '.tools/compile-cache'), ...added };
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, words, { cwd: this.root, env, timeout: LIMIT_MS });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => (output += text));
      child.once('error', reject);
      child.once('close', (status) => resolve({ status, output: output.replaceAll(this.root, '') }));
    });
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true });
  }
}
