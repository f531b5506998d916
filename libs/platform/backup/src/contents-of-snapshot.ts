import type { BackupTarget } from './backup-target.js';
import type { NamedObject } from './contents.js';
import type { Manifest, Part } from './manifest.js';

/** Returns the parts that a manifest names. */
export function partsOf({ tables, repositories, later, objects, secrets }: Manifest): Part[] {
  const others = [repositories.part, later.changes, later.events, objects?.part, secrets];
  return [...tables.map(({ part }) => part), ...others.filter((part) => part != null)];
}

/** Lists the packs and objects of a snapshot. */
export async function* filesOf(target: BackupTarget, { repositories, objects }: Manifest): AsyncGenerator<Part> {
  for await (const { packs } of target.lines<{ packs: Part[] }>(repositories.part)) yield* packs;
  if (!objects) return;
  for await (const { name, size } of target.lines<NamedObject>(objects.part))
    yield { name: target.nameOfObject(name), size };
}
