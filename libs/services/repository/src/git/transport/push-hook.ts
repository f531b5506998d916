import { randomBytes } from 'node:crypto';
import { access, chmod, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { objectIdFromGit, ZERO_ID } from '../refs/object-id.js';
import { parseRefName } from '../refs/ref-name.js';
import type { Quarantine } from '../process/quarantine.js';
import type { RefUpdate } from './push-refs.rules.js';
import { messageLines } from './push-report.js';

/** Ref updates that git is about to make, as its hook reports them. */
export interface HookQuestion {
  readonly updates: readonly RefUpdate[];
  /** Null when the push has no objects (deletions only). */
  readonly quarantine: Quarantine | null;
}

/** Verdict on a push. The client prints the sentence of a refusal, and the lines that come with an acceptance. */
export type PushVerdict = { readonly accept: true; readonly message?: readonly string[] } | { readonly refuse: string };

const SCRIPT = `#!/bin/sh
# Asks the service that started this git whether the refs may move: it asks on descriptor 3 and hears on descriptor 4.
# Without an answer (the service is gone) the push is refused, and git removes its objects.
printf '%s\\n' "$GIT_QUARANTINE_PATH" "$GIT_OBJECT_DIRECTORY" "$GIT_ALTERNATE_OBJECT_DIRECTORIES" >&3 || exit 1
while IFS= read -r line; do
  printf '%s\\n' "$line" >&3 || exit 1
done
printf 'end\\n' >&3 || exit 1
IFS= read -r verdict <&4 || exit 1
while IFS= read -r line <&4; do
  printf '%s\\n' "$line" >&2
done
[ "$verdict" = accept ]
`;

/** Folder with the only hook that git runs here. */
export class PushHook {
  private constructor(private readonly folder: string) {}

  /**
   * Installs the hook in a new folder below `parent`. Programs must be allowed to run there (no noexec mount), and no cleaner of temporary files
   * may remove it. Throws when the hook could not be run there.
   */
  static async install(parent: string): Promise<PushHook> {
    const hook = new PushHook(path.join(parent, `hooks-${process.pid}-${randomBytes(4).toString('hex')}`));
    await hook.#write();
    return hook;
  }

  /**
   * Returns the folder for git's core.hooksPath. Checks first that the hook still exists and runs: git ignores a hook that it cannot run, and would
   * accept every push.
   */
  async path(): Promise<string> {
    const intact = await Promise.all([
      readFile(path.join(this.folder, 'pre-receive'), 'utf8'),
      access(path.join(this.folder, 'pre-receive'), constants.X_OK),
    ]).then(
      ([text]) => text === SCRIPT,
      () => false,
    );
    if (!intact) await this.#write();
    return this.folder;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async #write(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = path.join(this.folder, 'pre-receive');
    const fresh = `${file}.${randomBytes(4).toString('hex')}`;
    await writeFile(fresh, SCRIPT, { mode: 0o700 });
    await chmod(fresh, 0o700);
    await rename(fresh, file);
    await access(file, constants.X_OK);
  }
}

/** Reads the hook's question from git's descriptor 3; returns null when git ends without having run the hook. */
export async function readQuestion(pipe: Duplex): Promise<HookQuestion | null> {
  let text = '';
  pipe.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    pipe.on('data', (chunk: string) => {
      text += chunk;
      if (!text.endsWith('\nend\n')) return;
      try {
        resolve(parseQuestion(text));
      } catch (error) {
        reject(error as Error);
      }
    });
    // Closed already when the client left, or git ended, while the commands of the push were checked.
    if (pipe.closed) resolve(null);
    else pipe.once('close', () => resolve(null));
  });
}

function parseQuestion(text: string): HookQuestion {
  const [quarantinePath, objectDirectory, alternates, ...lines] = text.slice(0, -'\nend\n'.length).split('\n');
  const updates = lines.map((line) => {
    const [from, to, ...name] = line.split(' ');
    const ref = parseRefName(name.join(' '));
    if (ref === null) throw new TypeError('the hook names a ref that is none');
    return { ref, from: idOf(from!), to: idOf(to!) };
  });
  const quarantine = quarantinePath
    ? { path: quarantinePath, objectDirectory: objectDirectory!, alternates: alternates! }
    : null;
  return { updates, quarantine };
}

function idOf(digits: string): RefUpdate['from'] {
  return digits === ZERO_ID ? null : objectIdFromGit(digits);
}

/** Sends the verdict to the hook on git's descriptor 4. */
export function answerHook(pipe: Duplex, verdict: PushVerdict): void {
  const lines = 'accept' in verdict ? ['accept', ...(verdict.message ?? [])] : ['refuse', verdict.refuse];
  pipe.end(`${lines.flatMap(messageLines).join('\n')}\n`);
}
