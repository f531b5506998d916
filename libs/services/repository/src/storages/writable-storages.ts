import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { HealthCheck } from '@hearth/service';
import { Storages } from './storages.js';

/** Health check: whether this process's storages accept files. A process whose disk is full, read-only or missing cannot serve. */
@Injectable()
export class WritableStorages extends HealthCheck {
  readonly subject: string;

  constructor(private readonly storages: Storages) {
    super();
    this.subject = `A storage (${storages.own.join(', ')})`;
  }

  async problem(): Promise<string | undefined> {
    const problems = await Promise.all([...this.storages.folders].map(([name, folder]) => unwritable(name, folder)));
    return problems.find((problem) => problem !== undefined);
  }
}

async function unwritable(name: string, folder: string): Promise<string | undefined> {
  const file = path.join(folder, '@run', `writable-${process.pid}`);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'ready\n');
    await rm(file);
    return undefined;
  } catch (error) {
    return `The storage ${name} cannot be written to (${(error as NodeJS.ErrnoException).code}).`;
  }
}
