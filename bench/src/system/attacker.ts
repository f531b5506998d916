import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Tally, Target } from '../attacks/attack.js';

const PROGRAM = fileURLToPath(new URL('../attacks/program.js', import.meta.url));

/** A process that attacks a system. */
export class Attacker {
  private constructor(private readonly child: ChildProcess) {}

  /** Starts an attack, and returns when it is under way. */
  static async start(attack: string, target: Target): Promise<Attacker> {
    const child = fork(PROGRAM, [attack, JSON.stringify(target)]);
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(`The attack "${attack}" ended before it began`))),
    ]);
    return new Attacker(child);
  }

  /** Ends the attack. Returns what it got: answers by status. */
  async stop(): Promise<Tally> {
    const exited = once(this.child, 'exit');
    const tally = once(this.child, 'message');
    this.child.send('stop');
    const [got] = (await tally) as [Tally];
    await exited;
    return got;
  }
}
