import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The lower bound: a bare `node:http` server that sends the same bytes for every request. It runs as a child process,
// gets the bytes from its parent, and ends with it.

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
