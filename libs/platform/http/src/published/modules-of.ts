import { MODULE_METADATA } from '@nestjs/common/constants.js';
import type { DynamicModule, Type } from '@nestjs/common';

type Imported = Type | DynamicModule;

/** Lists all modules that a module imports, itself included and first. */
export function modulesOf(module: Type | DynamicModule): readonly Type[] {
  const visited = new Set<Imported>();
  const visit = (each: Imported): void => {
    if (visited.has(each)) return;
    visited.add(each);
    const type = 'module' in each ? each.module : each;
    const declared = (Reflect.getMetadata(MODULE_METADATA.IMPORTS, type) ?? []) as Imported[];
    const added = 'module' in each ? ((each.imports ?? []) as Imported[]) : [];
    for (const further of [...declared, ...added]) visit(further);
  };
  visit(module);
  return [...new Set([...visited].map((each) => ('module' in each ? each.module : each)))];
}
