import 'reflect-metadata';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import { allSettings } from '@hearth/config';

type Imported = Type | DynamicModule | ForwardReference;

/**
 * Reads every setting that a process needs before anything of it is made: while Nest makes modules, a part that fails takes others with it,
 * which say more about it than the one sentence that matters.
 * @param module the list of modules that makes the process
 * @throws ConfigurationError for the first variable that cannot be used
 */
export function checkSettings(module: Type): void {
  const made = modulesOf(module);
  for (const { readBy, read } of allSettings()) {
    if (readBy.length === 0 || readBy.some((reader) => made.has(reader))) read();
  }
}

/**
 * Reads every setting that a program needs before it changes anything.
 * @param program its file's name: `migrate.js`
 * @throws ConfigurationError for the first variable that cannot be used
 */
export function checkProgramSettings(program: string): void {
  for (const { readBy, read } of allSettings()) if (readBy.includes(program)) read();
}

/** The class names of all modules that a module brings with it, its own among them. */
export function modulesOf(module: Imported, found = new Set<string>()): ReadonlySet<string> {
  if ('forwardRef' in module) return modulesOf((module.forwardRef as () => Type)(), found);
  const type = 'module' in module ? module.module : module;
  found.add(type.name);
  const declared = (Reflect.getMetadata(MODULE_METADATA.IMPORTS, type) ?? []) as Imported[];
  const imported = 'module' in module ? ((module.imports ?? []) as Imported[]) : [];
  for (const each of [...declared, ...imported]) modulesOf(each, found);
  return found;
}
