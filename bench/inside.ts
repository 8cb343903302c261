import { isMainThread } from 'node:worker_threads'

// Preloaded into the measured server (`node --import`): reports its memory when asked, which cannot be seen from
// outside, and ends it when its parent process is gone. Its threads preload it, too, and have no parent process.

if (isMainThread) {
  process.on('message', () => {
    const { rss } = process.memoryUsage()
    // After a collection, because garbage says nothing about a leak.
    global.gc!()
    process.send!({ rss, heap: process.memoryUsage().heapUsed })
  })
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel!.unref()
}
