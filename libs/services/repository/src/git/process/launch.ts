import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { StderrTail } from './child.js';
import type { Launch, LauncherEvent, Order } from './launch-order.js';
import { GIT_PROGRAM } from './program.js';

// The program that a Launcher runs: starts git for the process above it, which talks with git by the connections that it makes here. They
// come in the order of the orders, and the first ones that nobody has are the next order's.

const socketPath = process.argv[2]!;
const connections: Socket[] = [];
const waiting: Launch[] = [];
const running = new Map<number, ChildProcess>();
/** Signals for what has not been started yet. */
const early = new Map<number, NodeJS.Signals>();

function tell(news: LauncherEvent): void {
  process.send!(news);
}

function launchWhatIsComplete(): void {
  for (let next = waiting[0]; next && connections.length >= 2 + next.extraPipes; next = waiting[0]) {
    waiting.shift();
    launch(next, connections.splice(0, 2 + next.extraPipes));
  }
}

function launch({ id, argv, env }: Launch, streams: Socket[]): void {
  const [stdin, stdout, ...extra] = streams;
  extra.forEach(makeBlocking);
  const child = startGit(argv, env, [stdin!, stdout!, 'pipe', ...extra]);
  // git has its own descriptors of them now; with these open it would never read an end.
  for (const stream of streams) stream.destroy();
  if (child instanceof Error) return tell({ id, failed: child.message });
  const words = new StderrTail(child.stderr!);
  child.once('error', ({ message }) => {
    if (child.pid === undefined) tell({ id, failed: message });
  });
  if (child.pid === undefined) return;
  running.set(id, child);
  tell({ id, pid: child.pid });
  child.once('exit', () => running.delete(id));
  child.once('close', (code, signalName) => tell({ id, exit: { code, signalName, stderr: words.text } }));
  const signal = early.get(id);
  if (early.delete(id)) send(id, signal!);
}

/** Some failures Node throws and others it tells later, by an event: more arguments than the kernel takes are thrown. */
function startGit(argv: readonly string[], env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess | Error {
  try {
    return spawn(GIT_PROGRAM, argv, { cwd: '/', env, stdio, detached: true });
  } catch (error) {
    return error as Error;
  }
}

/** As the shell of a hook expects its descriptors to be; of the first three libuv sees to it. */
function makeBlocking(stream: Socket): void {
  (stream as unknown as { _handle: { setBlocking(blocking: boolean): void } })._handle.setBlocking(true);
}

/** To git and all that it has started. */
function send(id: number, signal: NodeJS.Signals): void {
  const child = running.get(id);
  if (!child) return;
  try {
    process.kill(-child.pid!, signal);
  } catch {
    // The group is gone already.
  }
}

function take(order: Order): void {
  if ('launch' in order) waiting.push(order.launch);
  else if (waiting.some(({ id }) => id === order.id)) early.set(order.id, order.signal);
  else send(order.id, order.signal);
  launchWhatIsComplete();
}

createServer({ pauseOnConnect: true }, (connection) => {
  connections.push(connection);
  launchWhatIsComplete();
}).listen(socketPath, () => tell('listening'));
process.on('message', take);
// What still runs reads an end of file, as it would if this process did not stand between.
process.on('disconnect', () => {
  rmSync(path.dirname(socketPath), { recursive: true, force: true });
  process.exit(0);
});
