import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { allSettings } from '@hearth/config';
import { modulesOf } from '@hearth/http';

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
