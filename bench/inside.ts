// Loaded into the measured server before it (`node --import`): says how much memory it uses when asked, which cannot be
// seen from outside, and ends it when the process is gone that started it.

process.on('message', () => {
  const { rss } = process.memoryUsage()
  // The living alone: what is garbage already says nothing about a leak.
  global.gc!()
  process.send!({ rss, heap: process.memoryUsage().heapUsed })
})
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel!.unref()
