import { Random } from '../random.js';
import {
  FastImportStream,
  type Change,
  type Mark,
  type Mode,
  type Path,
  type Signature,
} from './fast-import-stream.js';
import { ODD_BRANCHES, ODD_PATHS, TITLES } from './odd-names.js';
import { peopleOf } from './people.js';
import { peculiarCommits } from './peculiar-commits.js';

const FIRST_SECOND = 1_234_567_890;
const ROUNDS = 40;
const HOUR = 3_600;
const SUBMODULE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

interface File {
  readonly mode: Mode;
  readonly content: Mark;
}

/** A branch in progress: its tip and its files. */
interface Line {
  readonly ref: string;
  tip: Mark | undefined;
  readonly files: Map<string, File>;
}

interface CommitOptions {
  readonly message?: string | Buffer;
  readonly encoding?: string;
  /** Further parents. */
  readonly merged?: readonly Mark[];
}

/**
 * Writes a history of some 350 commits on `main` and a dozen branches: merges of two and three parents, renames, copies, mode and type
 * changes, symlinks, a submodule, binary and empty files, odd names, several authors and time zones, clocks that run backwards, all kinds
 * of tags.
 */
export class SampleHistory {
  private readonly stream = new FastImportStream();
  private readonly random: Random;
  private readonly people: (seconds: number) => Signature;
  private seconds = FIRST_SECOND;
  private root: Mark | undefined;
  private readonly main: Line = { ref: 'refs/heads/main', tip: undefined, files: new Map() };

  constructor(seed: string) {
    this.random = new Random(seed);
    this.people = peopleOf(this.random);
  }

  /** Returns the input for `git fast-import`. */
  write(): Buffer {
    this.beginnings();
    for (let round = 0; round < ROUNDS; round += 1) {
      this.changeFiles(round);
      if (round % 3 === 0) this.sideBranch(round);
      if (round === 10) this.octopus();
      if (round === 15) this.longLivedBranches();
    }
    for (const peculiar of peculiarCommits()) this.commit(this.main, this.textChange(), peculiar);
    this.oddPlaces();
    this.branches();
    this.tags();
    return this.stream.toBuffer();
  }

  private beginnings(): void {
    const readme = this.stream.blob('# A sample\n\nMade for tests.\n');
    const binary = this.stream.blob(
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1'), this.random.bytes(4_000)]),
    );
    const empty = this.stream.blob('');
    this.commit(this.main, [put('README.md', readme), put('empty.txt', empty), put('img/logo.png', binary)], {
      message: 'Initial commit\n',
    });
    const run = this.stream.blob('#!/bin/sh\necho hello\n');
    this.commit(this.main, [put('bin/run', run)]);
    this.commit(this.main, [put('bin/run', run, '100755')], { message: 'Make run executable\n' });
    const link = this.stream.blob('README.md');
    const dangling = this.stream.blob('../nowhere/at all');
    this.commit(this.main, [put('link', link, '120000'), put('docs/dangling', dangling, '120000')]);
    const many = Array.from({ length: 130 }, (_, index) =>
      put(`many/file-${index}.txt`, this.stream.blob(`${index}\n`)),
    );
    this.commit(this.main, many, { message: 'Add many files at once\n' });
  }

  /** Adds a few ordinary commits on main. */
  private changeFiles(round: number): void {
    this.commit(this.main, this.textChange());
    this.commit(this.main, [
      put(`src/module-${round}/index.ts`, this.text(), this.random.chance(20) ? '100755' : '100644'),
    ]);
    this.commit(this.main, this.textChange());
    if (round % 4 === 1)
      this.commit(this.main, [{ kind: 'rename', path: `src/module-${round}`, to: `src/renamed-${round}` }]);
    if (round % 5 === 2) this.commit(this.main, [{ kind: 'delete', path: `src/module-${round}/index.ts` }]);
    if (round % 6 === 3) this.commit(this.main, [{ kind: 'copy', path: 'README.md', to: `docs/copy-${round}.md` }]);
    if (round % 7 === 4) this.commit(this.main, [put('img/logo.png', this.stream.blob(this.random.bytes(3_000)))]);
    if (round % 8 === 5) this.commit(this.main, [], { message: 'Change nothing\n' });
    if (round === 20)
      this.commit(this.main, [put('docs/dangling', this.text())], { message: 'Replace a symlink by a file\n' });
    this.commit(this.main, this.textChange());
  }

  private sideBranch(round: number): void {
    const side = this.fork(`refs/heads/topic/round-${round}`);
    const commits = this.random.between(2, 5);
    for (let index = 0; index < commits; index += 1)
      this.commit(side, [put(`topics/${round}/${index}.md`, this.text())]);
    this.commit(this.main, this.textChange());
    this.merge([side]);
  }

  private octopus(): void {
    const arms = ['left', 'middle', 'right'].map((name) => {
      const arm = this.fork(`refs/heads/arm/${name}`);
      this.commit(arm, [put(`arms/${name}.txt`, this.text())]);
      return arm;
    });
    this.merge(arms);
  }

  /** Adds branches that fork from main here and are never merged. */
  private longLivedBranches(): void {
    for (const name of ['feature/login', 'release/1.x']) {
      const line = this.fork(`refs/heads/${name}`);
      for (let index = 0; index < 4; index += 1) this.commit(line, [put(`${name}-${index}.txt`, this.text())]);
    }
    const pages: Line = { ref: 'refs/heads/gh-pages', tip: undefined, files: new Map() };
    for (let index = 0; index < 3; index += 1) this.commit(pages, [put('index.html', this.text())]);
  }

  private oddPlaces(): void {
    for (const path of ODD_PATHS) this.commit(this.main, [put(path, this.text())]);
    const modules = this.stream.blob(
      '[submodule "vendor/lib"]\n\tpath = vendor/lib\n\turl = https://example.com/lib.git\n',
    );
    this.commit(this.main, [put('.gitmodules', modules), { kind: 'submodule', path: 'vendor/lib', commit: SUBMODULE }]);
  }

  private branches(): void {
    for (const name of ODD_BRANCHES) {
      const line = this.fork(`refs/heads/${name}`);
      this.commit(line, [put('odd-branch.txt', this.text())]);
    }
    this.stream.ref('refs/heads/same-as-main', this.main.tip!);
    this.commit(this.main, this.textChange(), { message: 'The last one\n' });
    this.stream.ref('refs/heads/even-with-main', this.main.tip!);
  }

  private tags(): void {
    const tip = this.main.tip!;
    const tag = (name: string, target: Mark, message: string) =>
      this.stream.tag({ name, target, tagger: this.people(this.seconds), message });
    this.stream.ref('refs/tags/v0.1', this.root!);
    this.stream.ref('refs/tags/light/latest', tip);
    const annotated = tag('v1.0', tip, 'Version 1.0\n\nWith a longer text.\n');
    tag('release/2.0-ünï', this.root!, 'A slash and letters\n');
    tag('tag-of-a-tag', annotated, 'Points at a tag\n');
    tag('tag-of-a-blob', this.text(), 'Points at a blob\n');
  }

  private fork(ref: string): Line {
    return { ref, tip: this.main.tip, files: new Map(this.main.files) };
  }

  private merge(sides: readonly Line[]): void {
    const changes = sides.flatMap((side) =>
      [...side.files]
        .filter(([path, file]) => this.main.files.get(path)?.content !== file.content && /^(topics|arms)\//.test(path))
        .map(([path, file]) => put(path, file.content, file.mode)),
    );
    const names = sides.map(({ ref }) => `'${ref.slice('refs/heads/'.length)}'`).join(', ');
    this.commit(this.main, changes, { message: `Merge branch ${names}\n`, merged: sides.map(({ tip }) => tip!) });
  }

  private commit(line: Line, changes: readonly Change[], { message, encoding, merged = [] }: CommitOptions = {}): void {
    this.seconds += this.random.between(60, 30 * HOUR);
    // Clocks of real committers are wrong now and then: a child older than its parent.
    const committed = this.random.chance(4) ? this.seconds - 40 * HOUR : this.seconds;
    line.tip = this.stream.commit({
      ref: line.ref,
      author: this.people(committed - this.random.between(0, 72 * HOUR)),
      committer: this.people(committed),
      message: message ?? this.message(),
      encoding,
      parents: [...(line.tip === undefined ? [] : [line.tip]), ...merged],
      changes,
    });
    this.root ??= line.tip;
    for (const change of changes)
      if (change.kind === 'put') line.files.set(change.path.toString(), { mode: change.mode, content: change.content });
  }

  private textChange(): Change[] {
    return [
      put(`docs/${this.random.pick(['guide', 'notes', 'history'])}/page-${this.random.between(1, 30)}.md`, this.text()),
    ];
  }

  private text(): Mark {
    const lines = Array.from({ length: this.random.between(1, 40) }, () => `line ${this.random.between(0, 1e9)}`);
    return this.stream.blob(`${lines.join('\n')}${this.random.chance(85) ? '\n' : ''}`);
  }

  private message(): string {
    const title = this.random.pick(TITLES);
    if (this.random.chance(70)) return `${title}\n`;
    return `${title}\n\nWhy: ${this.random.between(0, 1e6)} reasons,\non several lines.\n\nSigned-off-by: Ada <ada@example.com>\n`;
  }
}

function put(path: Path, content: Mark, mode: Mode = '100644'): Change {
  return { kind: 'put', path, mode, content };
}
