import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '@hearth/testing';
import { processNamed } from '../faults/engines.js';
import { rowsOf } from '../system/database.js';
import { hearth, setting } from '../system/hearth.js';
import { newPerson } from '../system/people.js';

const CONSUMERS = ['identity', 'projects', 'repository', 'merge_requests', 'ci'];

/** Ends a fault. */
export type Mend = () => Promise<void> | void;

/** Ends a process for good: its supervisor is frozen until the fault is over. */
export function gone(name: string): () => Promise<Mend> {
  return async () => {
    const { pid } = await processNamed(name);
    const supervisor = await supervisorPid();
    process.kill(supervisor, 'SIGSTOP');
    process.kill(pid, 'SIGKILL');
    return () => void process.kill(supervisor, 'SIGCONT');
  };
}

/** Lets a process have no processor. */
export function frozen(name: string): () => Promise<Mend> {
  return async () => {
    const { pid } = await processNamed(name);
    process.kill(pid, 'SIGSTOP');
    return () => void process.kill(pid, 'SIGCONT');
  };
}

/** Lets a process run for only a part of each period. */
export function slowed(name: string, { stopped, running }: { stopped: number; running: number }) {
  return async (): Promise<Mend> => {
    const { pid } = await processNamed(name);
    let timer: NodeJS.Timeout;
    const stop = (): void => {
      process.kill(pid, 'SIGSTOP');
      timer = setTimeout(go, stopped);
    };
    const go = (): void => {
      process.kill(pid, 'SIGCONT');
      timer = setTimeout(stop, running);
    };
    stop();
    return () => {
      clearTimeout(timer);
      process.kill(pid, 'SIGCONT');
    };
  };
}

/** Kills a process each time that it is ready again, three times. */
export function killedAgainAndAgain(name: string): () => Promise<Mend> {
  return async () => {
    const work = (async () => {
      for (let time = 0; time < 3; time += 1) {
        const ready = async () => (await processNamed(name)).ready;
        await waitFor(`${name} to be ready`, ready, { timeoutMs: 60_000, intervalMs: 3_000 });
        process.kill((await processNamed(name)).pid, 'SIGKILL');
      }
    })();
    return () => work;
  };
}

/** Puts a file in the place of the folder that the audit trail is exported to, and writes a record. */
export async function auditExportRefused(): Promise<Mend> {
  const folder = setting('HEARTH_E2E_AUDIT_EXPORT');
  await rename(folder, `${folder}-away`);
  await writeFile(folder, '');
  await newPerson('audited');
  return async () => {
    await rm(folder);
    await rename(`${folder}-away`, folder);
  };
}

/** Publishes an event that no reaction can read. */
export async function unreadableEvent(): Promise<Mend> {
  await rowsOf(
    `insert into repository.outbox (topic, type, key, data)
     select topic, type, key, '{}' from repository.outbox where type = 'repository.ref-updated' limit 1`,
  );
  const isGivenUp = async () => (await lettersOf('projects')) > 0;
  await waitFor('a dead letter', isGivenUp, { timeoutMs: 60_000, intervalMs: 500 });
  return async () => {
    for (const service of CONSUMERS) await rowsOf(`delete from ${service}.dead_letters`);
  };
}

async function lettersOf(service: string): Promise<number> {
  return (await rowsOf(`select from ${service}.dead_letters where replayed_at is null`)).length;
}

async function supervisorPid(): Promise<number> {
  const state = await readFile(path.join(hearth.data, 'run/state.json'), 'utf8');
  return (JSON.parse(state) as { supervisor: { pid: number } }).supervisor.pid;
}
