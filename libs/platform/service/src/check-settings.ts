import 'reflect-metadata';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import { allSettings } from '@hearth/config';

type Imported = Type | DynamicModule | ForwardReference;

/**
 * Reads every setting of a process before anything is created: while Nest creates modules, one that fails takes others with it, whose
 * errors hide the sentence that matters.
 * @param module the root module of the process
 * @throws ConfigurationError for the first invalid variable
 */
export function checkSettings(module: Type): void {
  const made = new Set(modulesOf(module).map(({ name }) => name));
  for (const { readBy, read } of allSettings()) {
    if (readBy.length === 0 || readBy.some((reader) => made.has(reader))) read();
  }
}

/**
 * Reads every setting of a program before it changes anything.
 * @param program its file's name: `migrate.js`
 * @throws ConfigurationError for the first invalid variable
 */
export function checkProgramSettings(program: string): void {
  for (const { readBy, read } of allSettings()) if (readBy.includes(program)) read();
}

/** Lists all modules that a module imports, itself included. */
export function modulesOf(module: Imported): readonly Type[] {
  return [...gathered(module, new Set())];
}

function gathered(module: Imported, found: Set<Type>): Set<Type> {
  if ('forwardRef' in module) return gathered((module.forwardRef as () => Type)(), found);
  const type = 'module' in module ? module.module : module;
  found.add(type);
  const declared = (Reflect.getMetadata(MODULE_METADATA.IMPORTS, type) ?? []) as Imported[];
  const imported = 'module' in module ? ((module.imports ?? []) as Imported[]) : [];
  for (const each of [...declared, ...imported]) gathered(each, found);
  return found;
}
