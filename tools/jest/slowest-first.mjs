import Sequencer from '@jest/test-sequencer';

/** Specs that start processes or a Kafka and wait for them: by far the longest, whatever the size of their files. */
const SLOW = /apps\/all-in-one|hearth\/supervisor|platform\/(calls|jobs|messaging)|tools\/(contracts|generators)/;

/** The longest specs first, so that no process is left with one of them at the end: as Jest has measured, or as guessed in a new clone. */
export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    const slow = sorted.filter(({ path }) => SLOW.test(path));
    return [...slow, ...sorted.filter((test) => !slow.includes(test))];
  }
}
