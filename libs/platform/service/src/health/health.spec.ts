import { Health, type Vitals } from './health.js';
import { HealthCheck, CachedCheck } from './health-check.js';

/** Vitals of a process, as a spec sets them. */
function vitals() {
  const state = { connected: true, problems: [] as string[], stuck: [] as string[] };
  const asked: Vitals = {
    connected: () => state.connected,
    problems: () => state.problems,
    stuck: () => state.stuck,
  };
  return { state, asked };
}

class SetCheck extends HealthCheck {
  readonly subject = 'The disk';
  asked = 0;
  answer: () => Promise<string | undefined> = () => Promise.resolve(undefined);

  problem(): Promise<string | undefined> {
    this.asked += 1;
    return this.answer();
  }
}

describe('the health of a process', () => {
  it('is to be ready once everything was connected, and to stay so when the broker goes away', async () => {
    const { state, asked } = vitals();
    state.connected = false;
    state.problems = ['No broker.'];
    const health = new Health(asked, []);
    expect(await health.unready()).toEqual(['The process is starting.', 'No broker.']);
    state.connected = true;
    expect(await health.unready()).toEqual([]);
    state.connected = false;
    expect(await health.unready()).toEqual([]);
    expect(await health.problems()).toEqual(['No broker.']);
  });

  it('is to be ready without a broker when none came for a while, so that an outage of Kafka is none of the API', async () => {
    const { state, asked } = vitals();
    state.connected = false;
    let now = 0;
    const health = new Health(asked, [], { now: () => now });
    expect(await health.unready()).toEqual(['The process is starting.']);
    now = 20_001;
    expect(await health.unready()).toEqual([]);
  });

  it('is not to be ready while it drains, whatever else is well', async () => {
    const health = new Health(vitals().asked, []);
    health.drain();
    expect(await health.unready()).toEqual(['The process is about to end.']);
  });

  it('is not to be ready while a check says why, but to live', async () => {
    const check = new SetCheck();
    check.answer = () => Promise.resolve('The disk is full.');
    const health = new Health(vitals().asked, [new CachedCheck(check, 0, 1_000)]);
    expect(await health.unready()).toEqual(['The disk is full.']);
    expect(health.stuck()).toEqual([]);
    check.answer = () => Promise.resolve(undefined);
    expect(await health.unready()).toEqual([]);
  });

  it('is to be ready in spite of warnings, which problems tells', async () => {
    const check = new SetCheck();
    check.answer = () => Promise.resolve('The disk is nearly full.');
    const health = new Health(vitals().asked, [], { warnings: [new CachedCheck(check, 0, 1_000)] });
    expect([await health.unready(), await health.problems()]).toEqual([[], ['The disk is nearly full.']]);
  });

  it('is not to live when something is stuck; problems tells everything once', async () => {
    const { state, asked } = vitals();
    state.problems = ['The consumer is stuck.', 'The relay cannot publish.'];
    state.stuck = ['The consumer is stuck.'];
    const health = new Health(asked, []);
    expect(health.stuck()).toEqual(['The consumer is stuck.']);
    expect(await health.unready()).toEqual([]);
    expect(await health.problems()).toEqual(['The consumer is stuck.', 'The relay cannot publish.']);
  });
});

describe('a patient check', () => {
  it('is asked once for a while', async () => {
    const check = new SetCheck();
    let now = 0;
    const patient = new CachedCheck(check, 1_000, 1_000, () => now);
    await patient.problem();
    check.answer = () => Promise.resolve('It is full.');
    now = 999;
    expect(await patient.problem()).toBeUndefined();
    now = 1_000;
    expect(await patient.problem()).toBe('It is full.');
    expect(check.asked).toBe(2);
  });

  it('says that there is no answer, and does not ask again before there is one', async () => {
    const check = new SetCheck();
    const answer = Promise.withResolvers<undefined>();
    check.answer = () => answer.promise;
    const patient = new CachedCheck(check, 0, 20);
    expect(await patient.problem()).toBe('The disk does not answer.');
    expect(await patient.problem()).toBe('The disk does not answer.');
    expect(check.asked).toBe(1);
    answer.resolve(undefined);
    expect(await patient.problem()).toBeUndefined();
  });

  it('takes a failure for a problem, without its message', async () => {
    const check = new SetCheck();
    check.answer = () => Promise.reject(new TypeError('postgres://user:secret@host'));
    expect(await new CachedCheck(check, 0, 1_000).problem()).toBe('The disk could not be looked at (TypeError).');
  });
});
