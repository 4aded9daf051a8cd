/** Preloaded into a measured process: answers `usage?` with its CPU time and the most memory it has held. */
process.on('message', (message) => {
  if (message?.type !== 'usage?') return;
  const { user, system } = process.cpuUsage();
  process.send({ type: 'usage', cpuMicroseconds: user + system, peakBytes: process.resourceUsage().maxRSS * 1024 });
});
