import { waitFor, type ProjectRecord, type Witness } from '@hearth/testing';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { BackgroundWriter } from '../system/background-writer.js';
import { WorkingCopy } from '../system/working-copy.js';
import { StepWriter } from './step-writer.js';
import { randomFor } from './suite.js';

/** User and project of the writes during faults. */
export interface FaultTarget {
  readonly owner: Person;
  readonly project: ProjectRecord;
}

/** Makes a user and a project to write to. */
export async function createFaultTarget(): Promise<FaultTarget> {
  const owner = await newPerson('striker');
  return { owner, project: await newProject(owner, 'struck') };
}

/** Writes projects and pushes to the system, one after the other, and checks them afterwards. */
export class SystemTraffic {
  private constructor(
    private readonly ground: FaultTarget,
    private readonly copy: WorkingCopy,
    readonly scribe: BackgroundWriter,
  ) {}

  /** @param branch of its own in the target's project */
  static async start(ground: FaultTarget, branch: string): Promise<SystemTraffic> {
    const copy = await WorkingCopy.create();
    const remote = remoteOf(ground.owner, ground.project.path_with_namespace);
    const scribe = new BackgroundWriter(ground.owner, copy, remote, branch);
    scribe.start();
    await scribe.wrote(1);
    return new SystemTraffic(ground, copy, scribe);
  }

  /** Waits until that many more writes were acknowledged. */
  async goesOn(writes: number): Promise<void> {
    const before = this.scribe.acknowledged;
    await waitFor('writes to go on', () => this.scribe.acknowledged >= before + writes, { timeoutMs: 30_000 });
  }

  stop(): Promise<void> {
    return this.scribe.stop();
  }

  /** Checks that all acknowledged writes exist, and that a push sets the default branch of a project, which takes an event. */
  async expectNothingLost(): Promise<void> {
    await this.scribe.expectNothingLost();
    const { owner } = this.ground;
    const fresh = await newProject(owner, 'afterwards');
    await this.copy.push(remoteOf(owner, fresh.path_with_namespace), 'HEAD:refs/heads/main');
    await waitFor(
      'the event of a push',
      async () => (await owner.api.read<ProjectRecord>(projectPath(fresh))).default_branch === 'main',
      { timeoutMs: 30_000 },
    );
    await this.copy.remove();
  }
}

/** Steady writing to the system and to the witness beside it. */
export class Traffic {
  private constructor(
    readonly system: SystemTraffic,
    private readonly writer: StepWriter,
  ) {}

  /** @param name of a branch, and of the random choices */
  static async start(
    ground: FaultTarget,
    witness: Witness,
    ledger: Map<number, number>,
    name: string,
  ): Promise<Traffic> {
    const system = await SystemTraffic.start(ground, name);
    const writer = new StepWriter(witness, randomFor(name), [...ledger.keys()], ledger);
    writer.start();
    return new Traffic(system, writer);
  }

  /** @throws the error that kept a step from being acknowledged */
  async stop(): Promise<void> {
    await Promise.all([this.writer.stop(), this.system.stop()]);
  }
}
