import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { StderrTail } from './child.js';
import type { Launch, LauncherEvent, Order } from './launch-order.js';
import { GIT_PROGRAM } from './program.js';

// Program run by a Launcher. It starts git for its parent process, which talks with git by the connections that it opens here. They arrive in
// the order of the orders: the first connections without an order belong to the next one.

const socketPath = process.argv[2]!;
const connections: Socket[] = [];
const waiting: Launch[] = [];
const running = new Map<number, ChildProcess>();
/** Signals for processes that are not started yet. */
const early = new Map<number, NodeJS.Signals>();

function report(message: LauncherEvent): void {
  process.send!(message);
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
  // git has its own descriptors of them now. With these open, git would never see an end of file.
  for (const stream of streams) stream.destroy();
  if (child instanceof Error) return report({ id, failed: child.message });
  const words = new StderrTail(child.stderr!);
  child.once('error', ({ message }) => {
    if (child.pid === undefined) report({ id, failed: message });
  });
  if (child.pid === undefined) return;
  running.set(id, child);
  report({ id, pid: child.pid });
  child.once('exit', () => running.delete(id));
  child.once('close', (code, signalName) => report({ id, exit: { code, signalName, stderr: words.text } }));
  const signal = early.get(id);
  if (early.delete(id)) send(id, signal!);
}

/** Node throws some failures and reports others later by an event. Too many arguments for the kernel are thrown. */
function startGit(argv: readonly string[], env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess | Error {
  try {
    return spawn(GIT_PROGRAM, argv, { cwd: '/', env, stdio, detached: true });
  } catch (error) {
    return error as Error;
  }
}

/** Makes a descriptor blocking, as a hook's shell expects. libuv does so for the first three. */
function makeBlocking(stream: Socket): void {
  (stream as unknown as { _handle: { setBlocking(blocking: boolean): void } })._handle.setBlocking(true);
}

/** Signals git and its descendants. */
function send(id: number, signal: NodeJS.Signals): void {
  const child = running.get(id);
  if (!child) return;
  try {
    process.kill(-child.pid!, signal);
  } catch {
    // The process group has ended already.
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
}).listen(socketPath, () => report('listening'));
process.on('message', take);
// Running gits read an end of file, as they would without this process in between.
process.on('disconnect', () => {
  rmSync(path.dirname(socketPath), { recursive: true, force: true });
  process.exit(0);
});
