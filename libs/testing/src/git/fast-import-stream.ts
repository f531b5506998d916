export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly seconds: number;
  /** As `+0530`. */
  readonly offset: string;
}

export type Mode = '100644' | '100755' | '120000';

/** Identifies an object of the stream. */
export type Mark = number;

export type Change =
  | { readonly kind: 'put'; readonly path: Path; readonly mode: Mode; readonly content: Mark }
  | { readonly kind: 'submodule'; readonly path: Path; readonly commit: string }
  | { readonly kind: 'delete'; readonly path: Path }
  | { readonly kind: 'rename' | 'copy'; readonly path: Path; readonly to: Path };

/** A string is encoded as UTF-8; a Buffer is for names in other encodings. */
export type Path = string | Buffer;

export interface CommitSource {
  readonly ref: string;
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string | Buffer;
  /** Value of the commit's encoding header; without it the header is absent. */
  readonly encoding?: string;
  /** The first parent comes first; none makes a root commit. */
  readonly parents: readonly Mark[];
  /** Changes relative to the tree of the first parent. */
  readonly changes: readonly Change[];
}

export interface TagSource {
  readonly name: string;
  readonly target: Mark;
  readonly tagger: Signature;
  readonly message: string;
}

/** Collects commands for `git fast-import`, the fastest way to create a history. */
export class FastImportStream {
  private readonly chunks: Buffer[] = [];
  private marks = 0;

  blob(content: Buffer | string): Mark {
    const mark = this.newMark();
    this.line('blob', `mark :${mark}`);
    this.data(content);
    return mark;
  }

  commit(source: CommitSource): Mark {
    const mark = this.newMark();
    // Without the reset a commit without parents would continue the branch that its ref already names.
    if (source.parents.length === 0) this.line(`reset ${source.ref}`);
    this.line(`commit ${source.ref}`, `mark :${mark}`);
    this.line(`author ${signature(source.author)}`, `committer ${signature(source.committer)}`);
    if (source.encoding) this.line(`encoding ${source.encoding}`);
    this.data(source.message);
    source.parents.forEach((parent, index) => this.line(`${index === 0 ? 'from' : 'merge'} :${parent}`));
    for (const change of source.changes) this.change(change);
    this.line('');
    return mark;
  }

  /** Adds an annotated tag. */
  tag({ name, target, tagger, message }: TagSource): Mark {
    const mark = this.newMark();
    this.line(`tag ${name}`, `mark :${mark}`, `from :${target}`, `tagger ${signature(tagger)}`);
    this.data(message);
    return mark;
  }

  /** Points a ref at a commit: a branch, or a lightweight tag. */
  ref(name: string, target: Mark): void {
    this.line(`reset ${name}`, `from :${target}`, '');
  }

  /** Returns the input for git. */
  toBuffer(): Buffer {
    return Buffer.concat([...this.chunks, Buffer.from('done\n')]);
  }

  private change(change: Change): void {
    switch (change.kind) {
      case 'put':
        return this.command(`M ${change.mode} :${change.content}`, change.path);
      case 'submodule':
        return this.command(`M 160000 ${change.commit}`, change.path);
      case 'delete':
        return this.command('D', change.path);
      case 'rename':
        return this.command('R', change.path, change.to);
      case 'copy':
        return this.command('C', change.path, change.to);
    }
  }

  private command(head: string, ...paths: Path[]): void {
    this.chunks.push(
      Buffer.from(head),
      ...paths.flatMap((path) => [Buffer.from(' '), quoted(path)]),
      Buffer.from('\n'),
    );
  }

  private data(content: Buffer | string): void {
    const bytes = Buffer.from(content as string);
    this.chunks.push(Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n'));
  }

  private line(...lines: string[]): void {
    this.chunks.push(Buffer.from(`${lines.join('\n')}\n`));
  }

  private newMark(): Mark {
    this.marks += 1;
    return this.marks;
  }
}

function signature({ name, email, seconds, offset }: Signature): string {
  return `${name} <${email}> ${seconds} ${offset}`;
}

/** Quotes a path C-style, as fast-import reads it; bytes beyond ASCII are unchanged. */
function quoted(path: Path): Buffer {
  const escapes: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n' };
  const text = Buffer.from(path as string)
    .toString('latin1')
    .replaceAll(/["\\\n]/g, (letter) => escapes[letter]!);
  return Buffer.from(`"${text}"`, 'latin1');
}
