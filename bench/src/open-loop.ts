import { fill, makeSource } from './forges/fill.js';
import { HearthForge } from './forges/hearth-forge.js';
import { mixedRequests } from './parts/open-loop/mixed-requests.js';
import { openLoop } from './parts/open-loop/open-loop.js';
import { Benchmark } from './system/benchmark.js';

// Requests that come at a constant rate, whether or not those before have been answered: below the capacity of one process and of many, and beyond it.
await Benchmark.run((benchmark) => {
  const inMode = (mode: 'single' | 'split') => async () => {
    // One runner stands for many.
    const hearth = await benchmark.start(mode, { HEARTH_RUNNER_REQUESTS: '1000000' });
    const folder = `${benchmark.folder}/requests-${mode}`;
    const [forge, source] = [new HearthForge(hearth), await makeSource(folder)];
    const requests = await mixedRequests(hearth, forge, source, await fill(forge, source));
    const measured = await openLoop(hearth, requests, (line) => benchmark.progress(`${mode}: ${line}`));
    await hearth.stop();
    return measured.map((each) => ({ ...each, name: `${mode}, ${each.name}` }));
  };
  return benchmark.parts({ single: inMode('single'), split: inMode('split') });
});
