import { Libgit2Answers } from './libgit2-answers.js';
import type { Asked, FailureKind, Libgit2News, Libgit2Questions, QuestionName } from './libgit2-question.js';
import { Libgit2Failure, Libgit2Repositories } from './libgit2-repositories.js';
import { loadNodeGit, type NodeGit } from './nodegit.js';

// The program that a Libgit2Host runs: it alone loads libgit2, which may take memory, block its threads or crash.

const OPEN_REPOSITORIES = 32;
const MiB = 1024 * 1024;
/** Bytes of objects after which JavaScript is made to collect them: it does not see what libgit2 holds. */
const COLLECT_AFTER = 64 * MiB;
/** What every question costs in libgit2 beside the bytes of objects. */
const QUESTION_BYTES = 16 * 1024;
/** Above, a process with nothing to do makes room for a fresh one: nodegit loses some bytes of each id that it is given. */
const MOST_MEMORY = 1024 * MiB;

const [folder] = process.argv.slice(2);
let taken = 0;
let underWay = 0;

function tell(news: Libgit2News): void {
  process.send!(news);
}

function took(bytes: number): void {
  taken += bytes;
  if (taken < COLLECT_AFTER) return;
  taken = 0;
  // At the end of the turn: what has just been read is in use still.
  setImmediate(() => globalThis.gc!());
}

async function answer(answers: Libgit2Answers, { number, question }: Asked): Promise<void> {
  const { name, repository, ...asked } = question;
  const method = answers[name] as (path: string, asked: object) => Promise<Libgit2Questions[QuestionName]['answers']>;
  underWay += 1;
  try {
    tell({ number, answer: await method.call(answers, repository, asked) });
  } catch (error) {
    const kind: FailureKind = error instanceof Libgit2Failure ? error.kind : 'error';
    tell({ number, failure: kind, message: (error as Error).message });
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
  tell({ unusable: nodegit });
} else {
  const answers = new Libgit2Answers(nodegit, new Libgit2Repositories(nodegit, OPEN_REPOSITORIES), took);
  process.on('message', (asked: Asked) => void answer(answers, asked));
  tell({ loaded: true });
}
