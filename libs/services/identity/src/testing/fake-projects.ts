import { CallFailed, Calls } from '@hearth/calls';
import type { CallContract, InputOf, OutputOf } from '@hearth/contract-kit';
import { ClaimUserNamespace } from '@hearth/contracts';
import { currentOrigin, type Origin } from '@hearth/telemetry';

type Claim = InputOf<typeof ClaimUserNamespace>;

/** Stands for projects: claims as the contract says, unless a spec lets it refuse, fail or fall silent. */
export class FakeProjects extends Calls {
  /** Every claim that was made, and what the call goes back to. */
  readonly claims: { claim: Claim; origin: Origin | undefined }[] = [];
  private readonly namespaces = new Map<number, number>();
  private behaviour: (claim: Claim, carryOut: () => number) => Promise<number> = works;

  /** From now on, until `work` is called. */
  behave(behaviour: (claim: Claim, carryOut: () => number) => Promise<number>): void {
    this.behaviour = behaviour;
  }

  work(): void {
    this.behaviour = works;
  }

  query<C extends CallContract>(contract: C): Promise<OutputOf<C>> {
    return Promise.reject(new CallFailed(contract, 'identity asks nothing'));
  }

  async command<C extends CallContract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> {
    if (contract.name !== ClaimUserNamespace.name) throw new CallFailed(contract, 'nobody answers it here');
    const claim = ClaimUserNamespace.input.parse(input);
    this.claims.push({ claim, origin: currentOrigin() });
    const namespaceId = await this.behaviour(claim, () => this.claim(claim));
    return contract.output.parse({ namespaceId }) as OutputOf<C>;
  }

  /** The namespaces that were claimed, by user id. */
  namespaceOf(userId: number): number | undefined {
    return this.namespaces.get(userId);
  }

  private claim({ userId }: Claim): number {
    const known = this.namespaces.get(userId);
    if (known !== undefined) return known;
    const id = 1_000 + this.namespaces.size;
    this.namespaces.set(userId, id);
    return id;
  }
}

function works(_claim: Claim, carryOut: () => number): Promise<number> {
  return Promise.resolve(carryOut());
}
