/** Runs a longer step of the set-up and shows its progress. */
import { spawn } from 'node:child_process';
import { onNpmGone, signalCode, stopSignals } from './node.mjs';

const tickMs = 5_000;
const gistLines = 20;

/**
 * Returns the beginning and the end of a long output, because some tools print the reason first, others last.
 */
export function gist(output) {
  const lines = output.trimEnd().split('\n');
  if (lines.length <= 2 * gistLines) return lines.join('\n');
  return [...lines.slice(0, gistLines), '  …', ...lines.slice(-gistLines)].join('\n');
}

/**
 * Resolves to { code, output, seconds }. With `inherit` the child prints its own progress. Otherwise its
 * output is kept for the case of failure, and elapsed seconds are printed. A signal ends the child first,
 * then this program.
 */
export function runStep(command, args, { cwd, env, inherit = false, shell = false }) {
  return new Promise((resolve) => {
    const started = Date.now();
    const elapsed = () => (Date.now() - started) / 1000;
    const stdio = inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, env, stdio, shell });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const ticking = inherit
      ? undefined
      : setInterval(() => console.log(`  … ${Math.round(elapsed())} s`), tickMs);

    let stoppedBy;
    const stop = (signal) => {
      if (!stoppedBy) child.kill('SIGTERM');
      stoppedBy ??= signal;
    };
    for (const signal of stopSignals) process.on(signal, stop);
    const stopWatching = onNpmGone(() => stop('SIGTERM'));

    const finish = (code, output) => {
      clearInterval(ticking);
      stopWatching();
      for (const signal of stopSignals) process.off(signal, stop);
      if (stoppedBy) process.exit(signalCode(stoppedBy));
      resolve({ code, output, seconds: elapsed().toFixed(1) });
    };
    child.on('error', (error) => finish(1, error.message));
    child.on('close', (code) => finish(code ?? 1, Buffer.concat(chunks).toString('utf8')));
  });
}
