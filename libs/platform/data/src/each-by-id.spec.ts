import { eachById, type IdRange } from './each-by-id.js';

it.each([
  [0, 1],
  [99, 1],
  [100, 2],
  [250, 3],
])('yields %i rows in the order of their ids with %i reads', async (count, reads) => {
  const rows = Array.from({ length: count }, (_, index) => ({ id: 7 * (index + 1) }));
  const read = jest.fn(({ after, limit }: IdRange) =>
    Promise.resolve(rows.filter(({ id }) => id > after).slice(0, limit)),
  );
  const yielded = [];
  for await (const row of eachById(read)) yielded.push(row);
  expect(yielded).toEqual(rows);
  expect(read).toHaveBeenCalledTimes(reads);
});
