import { timed } from '../../system/load.js';
import type { Measurement } from '../../system/measurement.js';
import type { StorageSide } from '../../system/storage-sides.js';

/** Moves every repository of a storage to the other one: those that were made for the costs of one project. */
export async function drainStorage({ hearth, client }: StorageSide): Promise<Measurement> {
  const left = async (storage: string) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int from repository.repositories
       where storage = $1 and made_at is not null and deleted_at is null and project_id < 1000000`,
      [storage],
    );
    return rows[0]!.count;
  };
  // New repositories go to both in turn.
  await drain('storage-2', 'storage-1');
  const count = await left('storage-1');
  const ms = await timed(() => drain('storage-1', 'storage-2'));
  return {
    name: `drain of a storage with ${count} repositories`,
    unit: 's',
    value: ms / 1000,
    detail: `${(ms / count).toFixed(0)} ms for each, four at a time`,
  };

  async function drain(from: string, to: string): Promise<void> {
    const answer = await fetch(`${hearth.url}/api/v4/project_repository_storage_moves`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': hearth.token },
      body: JSON.stringify({ source_storage_name: from, destination_storage_name: to }),
    });
    if (!answer.ok) throw new Error(`The drain of ${from} was answered ${answer.status}: ${await answer.text()}`);
    while ((await left(from)) > 0) await client.query('select pg_sleep(0.2)');
  }
}
