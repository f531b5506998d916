/** Longer than any test takes on a busy machine; suites whose tests are whole campaigns, such as the fuzzer's, set another one. */
export const LIMIT_MS = Number(process.env.HEARTH_TEST_LIMIT_MINUTES ?? 10) * 60_000;
/** Time limit of the next tests of a file after one reached its limit. */
const LIMIT_AFTERWARDS_MS = Math.min(LIMIT_MS, 30_000);
/** After so many the others of the file are not run: they wait for the same thing, and would add up to hours. */
const MOST_LATE = 3;

/** Number of tests of a file that reached their limit, by its outermost describe block. */
const late = new WeakMap();
/** Describe blocks one of whose `beforeAll` failed. */
const broken = new WeakSet();

/**
 * Gives a test or hook its time limit. After a failed `beforeAll` nothing of its block runs but `afterAll`: without what it was to prepare, tests
 * wait in vain, each up to its limit.
 * @param {{ type: string, fn?: () => unknown }} entry of jest-circus; its `fn` is replaced
 * @param {{ parent?: object }} block the describe block that it stands in
 * @param {object} file the outermost describe block
 */
export function limit(entry, block, file) {
  const { fn, type } = entry;
  // Skipped tests may have none; those that take a callback are none of ours.
  if (!fn || fn.length > 0) return;
  entry.fn = () => {
    if (isBroken(block) && type !== 'afterAll') return notRun(type, 'a beforeAll before it failed');
    const lateBefore = late.get(file) ?? 0;
    if (type === 'test' && lateBefore >= MOST_LATE) return notRun(type, `${lateBefore} tests before it took too long`);
    const milliseconds = lateBefore > 0 || isBroken(block) ? LIMIT_AFTERWARDS_MS : LIMIT_MS;
    let timer;
    const atLimit = new Promise((_, reject) => {
      timer = setTimeout(() => {
        late.set(file, lateBefore + 1);
        reject(new Error(`took longer than ${milliseconds / 1000} s`));
      }, milliseconds);
    });
    return Promise.race([Promise.resolve().then(fn), atLimit])
      .catch((error) => {
        if (type === 'beforeAll') broken.add(block);
        throw error;
      })
      .finally(() => clearTimeout(timer));
  };
}

function isBroken(block) {
  return block !== undefined && (broken.has(block) || isBroken(block.parent));
}

function notRun(type, reason) {
  if (type === 'test') throw new Error(`not run: ${reason}`);
}
