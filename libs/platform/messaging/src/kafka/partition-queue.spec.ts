import { PartitionQueue } from './partition-queue.js';

describe('PartitionQueue', () => {
  it('holds a failing key until the failing event itself was handled', () => {
    const lane = new PartitionQueue();
    lane.hold('a', '10', 1_000);
    expect(lane.mayHandle('a', '10', 999)).toBe(false);
    expect(lane.mayHandle('a', '11', 1_001)).toBe(false);
    expect(lane.mayHandle('a', '10', 1_000)).toBe(true);
    lane.finish('a', '10');
    expect(lane.mayHandle('a', '11', 1_001)).toBe(true);
  });

  it('lets other keys go on and remembers what they had', () => {
    const lane = new PartitionQueue();
    lane.hold('a', '10', 1_000);
    expect(lane.mayHandle('b', '11', 0)).toBe(true);
    lane.finish('b', '11');
    expect(lane.isFinished('11')).toBe(true);
    lane.pass('11');
    expect(lane.isFinished('11')).toBe(false);
  });
});
