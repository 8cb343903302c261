import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The limit: what a bare `node:http` server costs that sends given bytes, whatever is asked. A process of its own, told
// what to send by the one that started it, and gone with it.

let bytes = Buffer.alloc(0)
const server = createServer((request, response) => {
  request.resume()
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length })
    .end(bytes)
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.on('message', (base64: string) => {
  bytes = Buffer.from(base64, 'base64')
  process.send!('changed')
})
process.on('disconnect', () => process.exit())
