/** node deploy/health.mjs: exits with 0 while the program on this machine's $PORT is alive, else with 1. */
try {
  const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`, {
    signal: AbortSignal.timeout(2_500),
  });
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(error.cause?.message ?? error.message);
  process.exitCode = 1;
}
