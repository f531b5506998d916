import type { ProjectId } from '@hearth/contract-kit';
import { RepositoryBusy } from '../refusals.js';
import { PushGate } from './push-gate.js';

const ONE = 1 as ProjectId;
const OTHER = 2 as ProjectId;
const within = (waitMs: number, isRequired = true) => ({ waitMs, isRequired });

describe('the gate of pushes', () => {
  let gate: PushGate;
  beforeEach(() => {
    gate = new PushGate();
  });

  it('waits for running pushes, and holds back others until the work has ended', async () => {
    const order: string[] = [];
    const leave = await gate.enter(ONE);
    const work = gate.closedDuring(ONE, within(10_000), async () => {
      order.push('work');
      await Promise.resolve();
      order.push('done');
    });
    const late = gate.enter(ONE).then((leaveLate) => {
      order.push('late');
      leaveLate();
    });
    (await gate.enter(OTHER))();
    order.push('ends');
    leave();
    await Promise.all([work, late]);
    expect(order).toEqual(['ends', 'work', 'done', 'late']);
  });

  it('gives up on a push that does not end, and lets others in again', async () => {
    const leave = await gate.enter(ONE);
    const work = jest.fn();
    await expect(gate.closedDuring(ONE, within(1), work)).rejects.toMatchObject({ code: RepositoryBusy.code });
    expect(work).not.toHaveBeenCalled();
    (await gate.enter(ONE))();
    leave();
    expect(await gate.closedDuring(ONE, within(1), () => Promise.resolve('free'))).toBe('free');
  });

  it('goes on beside a push that does not end, where its end is not required', async () => {
    const leave = await gate.enter(ONE);
    expect(await gate.closedDuring(ONE, within(1, false), () => Promise.resolve('moved'))).toBe('moved');
    leave();
  });

  it('lets a push wait no longer than it can bear for a move that does not end', async () => {
    const move = Promise.withResolvers<void>();
    const moving = gate.closedDuring(ONE, within(1), () => move.promise);
    await expect(gate.enter(ONE, 1)).rejects.toMatchObject({ code: RepositoryBusy.code });
    move.resolve();
    await moving;
    (await gate.enter(ONE))();
  });

  it('is opened after work that fails, and is closed by one at a time', async () => {
    const failing = gate.closedDuring(ONE, within(1), () => Promise.reject(new Error('no')));
    await expect(gate.closedDuring(ONE, within(1), () => Promise.resolve())).rejects.toMatchObject({
      code: RepositoryBusy.code,
    });
    await expect(failing).rejects.toThrow('no');
    (await gate.enter(ONE))();
  });
});
