import { Libgit2Answers } from './libgit2-answers.js';
import type { Asked, FailureKind, Libgit2Message, Libgit2Questions, QuestionName } from './libgit2-question.js';
import { Libgit2Failure, Libgit2Repositories } from './libgit2-repositories.js';
import { loadNodeGit, type NodeGit } from './nodegit.js';

// Program run by a Libgit2Host. Only this process loads libgit2, which may use much memory, block its threads or crash.

const OPEN_REPOSITORIES = 32;
const MiB = 1024 * 1024;
/** Bytes of objects after which a garbage collection is forced: JavaScript does not see the memory of libgit2. */
const COLLECT_AFTER = 64 * MiB;
/** Memory that every question costs in libgit2, in addition to the bytes of objects. */
const QUESTION_BYTES = 16 * 1024;
/** Memory from which an idle process ends, and a new one starts: nodegit leaks some bytes for each id that it is given. */
const MOST_MEMORY = 1024 * MiB;

const [folder] = process.argv.slice(2);
let taken = 0;
let underWay = 0;

function report(message: Libgit2Message): void {
  process.send!(message);
}

function took(bytes: number): void {
  taken += bytes;
  if (taken < COLLECT_AFTER) return;
  taken = 0;
  // At the end of the event loop's turn: the objects just read are still in use.
  setImmediate(() => globalThis.gc!());
}

async function answer(answers: Libgit2Answers, { number, question }: Asked): Promise<void> {
  const { name, repository, ...asked } = question;
  const method = answers[name] as (path: string, asked: object) => Promise<Libgit2Questions[QuestionName]['answers']>;
  underWay += 1;
  try {
    report({ number, answer: await method.call(answers, repository, asked) });
  } catch (error) {
    const kind: FailureKind = error instanceof Libgit2Failure ? error.kind : 'error';
    report({ number, failure: kind, message: (error as Error).message });
  }
  underWay -= 1;
  took(QUESTION_BYTES);
  if (underWay === 0 && process.memoryUsage.rss() > MOST_MEMORY) process.disconnect();
}

function load(): NodeGit | string {
  try {
    return loadNodeGit(folder!);
  } catch (error) {
    return (error as Error).message;
  }
}

process.on('disconnect', () => process.exit(0));
const nodegit = load();
if (typeof nodegit === 'string') {
  report({ unusable: nodegit });
} else {
  const answers = new Libgit2Answers(nodegit, new Libgit2Repositories(nodegit, OPEN_REPOSITORIES), took);
  process.on('message', (asked: Asked) => void answer(answers, asked));
  report({ loaded: true });
}
