import { roomIn } from './room.js';

const GiB = 1024 ** 3;

describe('roomIn', () => {
  it.each([
    { free: 5 * GiB, total: 10 * GiB, room: 4 * GiB },
    { free: GiB + 1, total: 10 * GiB, room: 1 },
    { free: GiB, total: 10 * GiB, room: 0 },
    { free: 3 * GiB, total: 200 * GiB, room: 0 },
    { free: 5 * GiB, total: 200 * GiB, room: GiB },
    { free: 0, total: 0, room: 0 },
  ])('leaves a gibibyte or two percent free: $free of $total', ({ room, ...space }) => {
    expect(roomIn(space)).toBe(room);
  });
});
