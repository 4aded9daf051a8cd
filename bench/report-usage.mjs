/** Preloaded into a measured process: replies to `usage?` with its CPU time and its peak memory. */
process.on('message', (message) => {
  if (message?.type !== 'usage?') return;
  const { user, system } = process.cpuUsage();
  process.send({ type: 'usage', cpuMicroseconds: user + system, peakBytes: process.resourceUsage().maxRSS * 1024 });
});
