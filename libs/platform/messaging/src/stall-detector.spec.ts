import { StallDetector } from './stall-detector.js';

function pulseOf(broker: { answers: boolean }) {
  const clock = { now: 1_000_000 };
  let asked = 0;
  const pulse = new StallDetector(
    () => {
      asked++;
      return Promise.resolve(broker.answers);
    },
    () => clock.now,
  );
  /** Lets time pass, looking every second. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.now += 1_000;
      await pulse.look();
    }
  };
  return { pulse, pass, asked: () => asked };
}

describe('Pulse', () => {
  it('probes nothing while messages arrive', async () => {
    const { pulse, pass, asked } = pulseOf({ answers: true });
    await pass(4);
    pulse.beat();
    await pass(4);
    expect(asked()).toBe(0);
    expect(pulse.silent).toBe(false);
  });

  it('does not count a pause', async () => {
    const { pulse, pass, asked } = pulseOf({ answers: true });
    await pass(4);
    pulse.pause();
    await pass(60);
    expect(asked()).toBe(0);
    expect(pulse.silent).toBe(false);
    pulse.beat();
    await pass(6);
    expect(pulse.silent).toBe(true);
    expect(pulse.stuckMs).toBe(1_000);
  });

  it('counts the time in which only others are answered', async () => {
    const { pulse, pass } = pulseOf({ answers: true });
    await pass(25);
    expect(pulse.silent).toBe(true);
    expect(pulse.stuckMs).toBe(20_000);
    pulse.beat();
    expect(pulse.stuckMs).toBe(0);
  });

  it('does not count the time in which the broker answers no client', async () => {
    const broker = { answers: false };
    const { pulse, pass } = pulseOf(broker);
    await pass(60);
    expect(pulse.silent).toBe(true);
    expect(pulse.stuckMs).toBe(0);
    broker.answers = true;
    await pass(3);
    expect(pulse.stuckMs).toBe(2_000);
    broker.answers = false;
    await pass(1);
    expect(pulse.stuckMs).toBe(0);
  });

  it('does not take an answer for silence when something was heard meanwhile', async () => {
    const answer = Promise.withResolvers<boolean>();
    const clock = { now: 0 };
    const pulse = new StallDetector(
      () => answer.promise,
      () => clock.now,
    );
    clock.now = 6_000;
    const looking = pulse.look();
    clock.now = 6_500;
    pulse.beat();
    answer.resolve(true);
    await looking;
    clock.now = 20_000;
    expect(pulse.stuckMs).toBe(0);
  });
});
